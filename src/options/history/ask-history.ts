import { LIBRARY_URL } from '../../core/settings/library-url';
import { defined } from '../../core/values/defined';
import { askLibrary } from '../../platform/messaging/ask-library';
import { MessageError } from '../../platform/messaging/send';

/** Milliseconds: titles may be looked up first. */
const TIMEOUT = 30_000;

/** Asks the history in this browser; its own code answers, so the answer has the form that is expected. */
export async function askHistory<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await askLibrary(LIBRARY_URL + path, {
    method,
    ...defined({ body: body && JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new MessageError('server', '');
  return (response.status === 204 ? undefined : await response.json()) as T;
}
