import { safeParse } from 'zod/mini';
import { parseJson } from '../../core/values/parse-json';
import { errorRecordSchema } from '../../protocol/tracker/envelope';

/** Milliseconds in which the answer must arrive. */
const TIMEOUT = 5000;

/** Whether a tracker answers at this base URL. Without a key, the API answers the documented 401. */
export async function answersAsTracker(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/dashboard`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const record = safeParse(errorRecordSchema, parseJson(await response.text()));
    return response.status === 401 && record.success && record.data.error === 'UNAUTHORIZED';
  } catch {
    // Nothing listens there, or the browser allows no access.
    return false;
  }
}
