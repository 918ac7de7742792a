import type { EndpointRequest } from '../../core/definition/endpoint-request';
import { defined } from '../../core/values/defined';
import { readText } from '../../tracker/request';
import type { AppContext } from '../context/context';

/**
 * The JSON response of a site, at most 2 MiB; `undefined` if the site cannot be reached, refuses, or answers
 * something else. Metadata of a title is far smaller: a longer response is a page or a file, and is not read
 * to its end.
 */
export async function fetchJson(
  { fetch }: AppContext,
  { url, method, headers, body, credentials }: EndpointRequest,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      credentials,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      ...defined({ body }),
    });
    return response.ok ? (JSON.parse(await readText(response)) as unknown) : undefined;
  } catch {
    // Offline, refused, too long or no JSON: the next request is tried, then the field's next source.
    return undefined;
  }
}

const TIMEOUT_MILLISECONDS = 10_000;
