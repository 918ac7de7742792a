/** An address that may stand in a link or picture: the web's, nothing that runs. Whatever came from outside goes through here. */
export function webAddress(value: string | undefined): string | undefined {
  if (value === undefined || !URL.canParse(value)) return undefined;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
