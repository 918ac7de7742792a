import type { EndpointRequest } from '../../core/definition/endpoint-request';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';

/**
 * The JSON that a site answers; `undefined` when it cannot be reached, refuses, or answers something else.
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
    const text = response.ok ? await response.text() : '';
    return text.length > 0 && text.length <= LONGEST_TEXT ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    // Offline, refused or no JSON: the next request of the endpoint is tried, then the field's next source.
    return undefined;
  }
}

const TIMEOUT_MILLISECONDS = 10_000;
/** Characters. Metadata of a title is far smaller; a longer answer is a page or a file. */
const LONGEST_TEXT = 3_000_000;
