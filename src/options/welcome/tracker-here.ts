import { useEffect, useState } from 'preact/hooks';
import { isLoopback } from '../../core/hosts/host-pattern';
import { parseBaseUrl } from '../../core/settings/base-url';
import { safeParse } from 'zod/mini';
import { parseJson } from '../../core/values/parse-json';
import { errorRecordSchema } from '../../protocol/tracker/envelope';

declare const __DEFAULT_BASE_URL__: string;

/** The command that starts the tracker, in the folder of Matinee's sources. */
export const START_COMMAND = 'npm run service';

/** The default address of the service. */
const USUAL_URL = 'http://127.0.0.1:4680/api/v1';

/** Milliseconds between two requests while nothing answers. */
const INTERVAL = 2000;

/**
 * The base URL of a tracker on this computer: the current one if it is on this computer, else the default.
 */
export function trackerHere(baseUrl: string): string {
  const known = [baseUrl, __DEFAULT_BASE_URL__].find(isHere);
  const parsed = parseBaseUrl(known ?? USUAL_URL);
  return parsed.ok ? parsed.url : USUAL_URL;
}

export function isHere(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}

/** Whether a tracker answers at this address, polled until one does; `undefined` before the first answer. */
export function useFound(baseUrl: string, isAsked: boolean): boolean | undefined {
  const [found, setFound] = useState<boolean>();
  useEffect(() => {
    const ending = new AbortController();
    const ask = async () => {
      while (!ending.signal.aborted) {
        const isFound = document.visibilityState === 'visible' && (await answersAsTracker(baseUrl));
        if (ending.signal.aborted) return;
        setFound(isFound);
        if (isFound) return;
        await new Promise((resolve) => {
          setTimeout(resolve, INTERVAL);
        });
      }
    };
    if (isAsked) void ask();
    return () => ending.abort();
  }, [baseUrl, isAsked]);
  return found;
}

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
