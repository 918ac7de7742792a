import { useEffect, useState } from 'preact/hooks';
import { isLoopback } from '../../core/hosts/host-pattern';
import { parseBaseUrl } from '../../core/settings/base-url';
import { answersAsTracker } from './answers-as-tracker';

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
