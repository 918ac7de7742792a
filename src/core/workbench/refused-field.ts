/** The part of a submission that a tracker refuses. */
export type RefusedField = Readonly<{
  part: 'name' | 'domains' | 'definition';
  /** Path inside the part, such as `pages[0].item.title`; empty for all of it. */
  path: string;
}>;

/**
 * The field in a message such as "`definition.pages.0.kind` is required"; undefined if it names no known
 * field. According to the API's documentation a 400 states the field, but not in which form.
 */
export function refusedField(message: string): RefusedField | undefined {
  const named = /[`'"]?\b(name|domains|definition)\b((?:\.[\w$-]+|\[\d+\])*)/.exec(message);
  if (named === null) return undefined;
  const [, part = '', rest = ''] = named;
  const path = rest.replaceAll(/\.(\d+)(?=[.[]|$)/g, '[$1]').replace(/^\./, '');
  return { part: part as RefusedField['part'], path };
}
