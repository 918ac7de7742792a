/** The match pattern of all pages of an address's host. */
export function matchPatternOf(url: string): string {
  return `${originOf(url)}/*`;
}

/** The origin of a page. There are few addresses, and each is asked for at every message. */
export function originOf(url: string): string {
  const known = origins.get(url);
  if (known !== undefined) return known;
  const { origin } = new URL(url);
  origins.set(url, origin);
  return origin;
}

const origins = new Map<string, string>();
