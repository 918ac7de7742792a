import { LIBRARY_URL } from '../../core/settings/base-url';
import { defined } from '../../core/values/defined';
import { askLibrary } from '../../platform/messaging/ask-library';
import { MessageError } from '../../platform/messaging/send';

/** Milliseconds, long enough to look up titles first. */
const TIMEOUT = 30_000;

/**
 * Requests from the history in this browser. The answer needs no validation, because our own code makes it.
 */
export async function askHistory<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await askLibrary(LIBRARY_URL + path, {
    method,
    ...defined({ body: body && JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new MessageError('server', '');
  return (response.status === 204 ? undefined : await response.json()) as T;
}
