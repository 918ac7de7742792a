/** The match pattern of an address that a person typed (`media.local:8096`, `https://jelly.example.org/web`); `undefined`: no address. */
export function hostPattern(typed: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed === '' || /\s/.test(trimmed)) return undefined;
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, username } = new URL(address);
  const named = /^[a-z0-9.-]+$/.test(hostname) || /^\[[0-9a-f:.]+\]$/.test(hostname);
  return named && username === '' ? `${protocol}//${hostname}/*` : undefined;
}
