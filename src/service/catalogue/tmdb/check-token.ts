/** What themoviedb.org says to a token. */
export type TokenCheck = 'accepted' | 'refused' | 'unreachable';

/** A read access token is a JSON Web Token: three parts of letters that need no escape in a header. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const LONGEST_TOKEN = 2000;
const TIMEOUT_MS = 5000;

/** Asks the film database whether it accepts a read access token. */
export async function checkToken(
  token: string,
  {
    fetch,
    url = 'https://api.themoviedb.org/3',
  }: { readonly fetch: typeof globalThis.fetch; readonly url?: string },
): Promise<TokenCheck> {
  if (token.length > LONGEST_TOKEN || !TOKEN.test(token)) return 'refused';
  try {
    const response = await fetch(`${url}/authentication`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      // A redirect would send the token to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'accepted';
    return response.status === 401 || response.status === 403 ? 'refused' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}
