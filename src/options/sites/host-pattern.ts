/**
 * The match pattern of an address that was typed, such as `media.local:8096` or
 * `https://jelly.example.org/web`; `undefined` where it is not an address. Without a scheme it is https.
 */
export function hostPattern(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return undefined;
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username } = new URL(address);
  const isName = /^[a-z0-9.-]+$/.test(hostname) || /^\[[0-9a-f:.]+\]$/.test(hostname);
  return isName && username === '' ? `${protocol}//${hostname}/*` : undefined;
}
