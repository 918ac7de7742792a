/** Key of the text for a tag of the code: `('status', 'no-access')` is `status_no_access`. */
export function textKey(family: string, tag: string): string {
  return `${family}_${tag.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`;
}
