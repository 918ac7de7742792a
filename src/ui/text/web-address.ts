/**
 * The normalised address if it is http or https, else `undefined`. Every address from a page or the tracker
 * passes through here before it is used in a link or image, so that none can run a script.
 */
export function webAddress(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
