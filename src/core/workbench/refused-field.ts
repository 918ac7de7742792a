/** Which part of a submission a tracker names in its answer, in words that can be shown and followed. */
export interface RefusedField {
  readonly part: 'name' | 'domains' | 'definition';
  /** Where in the part, such as `pages[0].item.title`; empty for the whole of it. */
  readonly path: string;
}

/**
 * The field in a message such as "`definition.pages.0.kind` is required". The interface says that a 400 states the
 * field, and not how; one that names nothing known is shown as it came.
 */
export function refusedField(message: string): RefusedField | undefined {
  const named = /[`'"]?\b(name|domains|definition)\b((?:\.[\w$-]+|\[\d+\])*)/.exec(message);
  if (named === null) return undefined;
  const [, part = '', rest = ''] = named;
  const path = rest.replaceAll(/\.(\d+)(?=[.[]|$)/g, '[$1]').replace(/^\./, '');
  return { part: part as RefusedField['part'], path };
}
