import { Refused } from './refused';

const TIMEOUT_MILLISECONDS = 30_000;

/** A static host may answer 403 for a missing file. */
const MISSING = [403, 404, 410];

export type TrackerText = Readonly<{
  /** 304: nothing has changed. */
  status: number;
  text: string;
  tag: string | undefined;
}>;

/**
 * Requests from the tracker without a token or a cookie: the catalogue is the same for everybody. Throws a
 * Refused, also when the answer exceeds `most` bytes.
 */
export async function askTracker(
  fetch: typeof globalThis.fetch,
  url: string,
  { most, tag }: Readonly<{ most: number; tag?: string | undefined }>,
): Promise<TrackerText> {
  try {
    const response = await fetch(url, {
      headers: tag === undefined ? {} : { 'if-none-match': tag },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (MISSING.includes(response.status)) throw new Refused('unreachable', { detail: 'missing' });
    if (!response.ok && response.status !== 304) throw new Refused('unreachable');
    const text = await readText(response, most);
    return { status: response.status, text, tag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('unreachable');
  }
}

async function readText({ body }: Response, most: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > most) {
      await reader?.cancel();
      throw new Refused('too_large');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
