import { isAlive } from '../platform/is-alive';
import { onNote } from '../platform/page-messages';
import { send } from '../platform/send';
import type { Definition } from '../protocol/definition';
import type { MessageOutput } from '../protocol/messages';
import { watchPage } from './watch-page';

/**
 * The page side: asks the worker which definition applies here and watches with it. Without one nothing is observed and
 * no timer runs; the script only waits to be told that something has changed.
 */
const scope: { matineeEnd?: () => void } = globalThis as never;

// A script of an earlier version, or from before a change of access, may still run in this frame.
scope.matineeEnd?.();
const life = new AbortController();
scope.matineeEnd = () => life.abort();

let watching: AbortController | undefined;
onNote((note) => {
  if (note === 'end') life.abort();
  if (note === 'hello') void begin();
}, life.signal);
// From the back-forward cache a page comes back as it was, but the worker has closed its session.
addEventListener('pageshow', (event) => event.persisted && void begin(), { signal: life.signal });
life.signal.addEventListener('abort', () => watching?.abort());
void begin();

async function begin(): Promise<void> {
  watching?.abort();
  const current = new AbortController();
  watching = current;
  const run = Math.random().toString(36).slice(2);
  const answer = await greet(run, current.signal);
  if (answer?.kind !== 'definition' || current.signal.aborted || life.signal.aborted) return;
  // The worker has validated it; there is no schema in the page, where every byte counts.
  watchPage({ definition: answer.definition as Definition, run, top: answer.top, signal: current.signal, end: () => life.abort() });
}

/** A worker that ends in the middle of a greeting leaves it unanswered; the next one answers. */
async function greet(run: string, signal: AbortSignal): Promise<MessageOutput<'hello'> | undefined> {
  for (let failures = 0; failures < 6 && !signal.aborted && !life.signal.aborted; failures++) {
    try {
      return await send('hello', { url: location.href.slice(0, 4_000), run });
    } catch {
      if (!isAlive()) return undefined;
      await new Promise((resolve) => {
        setTimeout(resolve, 500 * 2 ** failures);
      });
    }
  }
  return undefined;
}
