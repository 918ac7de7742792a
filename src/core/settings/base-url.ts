import { isLoopback, isPrivateHost } from '../hosts/host-pattern';

/** Base address of a tracker: `https://host/…/api/v1`, without a trailing slash. */
export type BaseUrl = Readonly<{ ok: true; url: string }> | Readonly<{ ok: false; reason: BaseUrlProblem }>;

type BaseUrlProblem = 'empty' | 'not-a-url' | 'not-https' | 'has-credentials' | 'has-query';

type BaseUrlOptions = Readonly<{
  /** The user accepts an unencrypted tracker in a local network. */
  allowHttp?: boolean;
}>;

/**
 * Reads what a user typed as the address of a tracker. A missing `/api/v1` is added, because the API's
 * address always ends with it. Only HTTPS is accepted, since a token is sent there; plain HTTP works for this
 * machine and, with `allowHttp`, in a local network.
 */
export function parseBaseUrl(text: string, { allowHttp = false }: BaseUrlOptions = {}): BaseUrl {
  const trimmed = text.trim();
  if (trimmed === '') return { ok: false, reason: 'empty' };
  const url = toUrl(withScheme(trimmed));
  if (url === undefined || url.hostname === '') return { ok: false, reason: 'not-a-url' };
  const reason = problemOf(url, allowHttp);
  if (reason !== undefined) return { ok: false, reason };
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return { ok: true, url: `${url.origin}${path.endsWith('/api/v1') ? path : `${path}/api/v1`}` };
}

function problemOf(url: URL, allowHttp: boolean): BaseUrlProblem | undefined {
  const isHttpAllowed = isLoopback(url.hostname) || (allowHttp && isPrivateHost(url.hostname));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHttpAllowed)) return 'not-https';
  if (url.username !== '' || url.password !== '') return 'has-credentials';
  return url.search === '' && url.hash === '' ? undefined : 'has-query';
}

/** The default scheme is HTTPS, but HTTP for this machine, which has no certificate. */
function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const url = toUrl(`http://${text}`);
  return `${url !== undefined && isLoopback(url.hostname) ? 'http' : 'https'}://${text}`;
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * The address of the history in this browser. It looks like that of any tracker, but has a name that no host
 * can have (RFC 6761). A page of the extension answers its requests, which never reach the network.
 */
export const LIBRARY_URL = 'https://this-browser.invalid/api/v1';
