/** Base address of a tracker: `https://host/…/api/v1`, without a slash at the end. */
export type BaseUrl =
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: BaseUrlProblem };

export type BaseUrlProblem = 'empty' | 'not-a-url' | 'not-https' | 'has-credentials' | 'has-query';

/**
 * Reads what a person typed as the address of a tracker. `/api/v1` is added where it is missing,
 * because the interface's address always ends so. HTTPS only, since a token is sent there; plain HTTP
 * is for this machine (loopback), or anywhere when `allowHttp` says that the person insists on it.
 */
export function parseBaseUrl(
  text: string,
  { allowHttp = false }: { readonly allowHttp?: boolean } = {},
): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, reason: 'empty' };
  const url = toUrl(
    /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
      ? trimmed
      : `${isLocal(trimmed) ? 'http' : 'https'}://${trimmed}`,
  );
  if (url === undefined || url.hostname === '') return { ok: false, reason: 'not-a-url' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { ok: false, reason: 'not-https' };
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname))
    return { ok: false, reason: 'not-https' };
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'has-credentials' };
  if (url.search !== '' || url.hash !== '') return { ok: false, reason: 'has-query' };
  const path = url.pathname.replace(/\/+$/, '');
  return { ok: true, url: `${url.origin}${path.endsWith('/api/v1') ? path : `${path}/api/v1`}` };
}

/** This machine: `localhost` and below it, 127.0.0.0/8, `[::1]`. Expects a host name as `URL` gives it. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** Typed without a scheme: nobody has a certificate for the own machine. */
function isLocal(text: string): boolean {
  const url = toUrl(`http://${text}`);
  return url !== undefined && isLoopback(url.hostname);
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
