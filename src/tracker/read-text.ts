import { TrackerError } from './tracker-error';

/** Largest response body in bytes. A larger one is not read to its end. */
export const responseLimit = 2 * 1024 * 1024;

/**
 * The body as text. If it is larger than `responseLimit`, rejects with `malformed` and closes the connection.
 */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- chunks arrive one after the other
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > responseLimit) {
      // oxlint-disable-next-line no-await-in-loop -- ends the loop
      await reader.cancel();
      throw new TrackerError('malformed', '', { status: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}
