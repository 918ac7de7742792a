import { TrackerError } from './tracker-error';

/** Largest answer in bytes that is read. */
export const largestAnswer = 2 * 1024 * 1024;

/** The body as text; stops reading, and closes the connection, when it is larger than an answer can be. */
export async function readText(response: Response): Promise<string> {
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > largestAnswer) {
    await response.body?.cancel();
    throw tooLarge(response.status);
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one part follows the other
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > largestAnswer) {
      // oxlint-disable-next-line no-await-in-loop -- the last thing the loop does
      await reader.cancel();
      throw tooLarge(response.status);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function tooLarge(status: number): TrackerError {
  return new TrackerError('malformed', 'The answer of the tracker is too large', { status });
}
