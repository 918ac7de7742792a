import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from './engine/database';

/** How long the start waits: a database server that was started at the same time is not ready at once. */
const LONGEST_WAIT_MS = 15_000;
const RETRY_MS = 250;

/** The result of `open`, which is tried again while the database is away. `report` gets the first refusal. */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  report: (error: UnavailableError) => void,
  longestMs = LONGEST_WAIT_MS,
): Promise<T> {
  const began = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof UnavailableError) || performance.now() - began >= longestMs) throw error;
      if (isFirst) report(error);
      await sleep(RETRY_MS);
    }
  }
}
