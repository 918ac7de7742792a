import * as z from 'zod/mini';
import { CatalogueError } from '../catalogue';

export interface TmdbClientOptions {
  /** Read access token, sent as Bearer. */
  readonly token: string;
  readonly fetch: typeof fetch;
  /** Base address without a slash at the end. */
  readonly url?: string;
  readonly timeoutMs?: number;
}

/**
 * One request. `undefined`: 404. Rejects with a `CatalogueError` for every other response that is not a
 * success.
 */
export type Get = <T>(
  path: string,
  schema: z.ZodMiniType<T>,
  query?: Record<string, string>,
) => Promise<T | undefined>;

/** A client of the interface of themoviedb.org, version 3. */
export function createTmdbClient({
  token,
  fetch,
  url = 'https://api.themoviedb.org/3',
  timeoutMs = 8000,
}: TmdbClientOptions): Get {
  return async (path, schema, query = {}) => {
    const address = `${url}${path}?${new URLSearchParams(query).toString()}`;
    try {
      const response = await fetch(address, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        // A redirect would send the token to another address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status === 404) return undefined;
      if (!response.ok) throw new CatalogueError(`The film database answered ${String(response.status)}`);
      return z.parse(schema, await response.json());
    } catch (error) {
      if (error instanceof CatalogueError) throw error;
      throw new CatalogueError('The film database cannot be reached', { cause: error });
    }
  };
}
