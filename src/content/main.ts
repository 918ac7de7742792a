import { sendQuietly } from '../platform/messaging/send-quietly';
import { isContextValid } from '../platform/messaging/extension-context';
import { onTabMessage } from '../platform/messaging/tab-messages';
import type { Definition } from '../protocol/definition';
import { frameScope } from './frame-scope';
import { monitorPage } from './page-monitor/page-monitor';

/**
 * The page side: asks the worker which definition applies here and watches with it. Without one nothing is observed and
 * no timer runs; the script only waits to be told that something has changed.
 */
// A script of an earlier version, or from before a change of access, may still run in this frame.
const scope = frameScope();
scope.end?.();
// It may have left a part of its own version.
scope.readGeneric = undefined;
const life = new AbortController();
scope.end = () => life.abort();

let watching: AbortController | undefined;
onTabMessage((note) => {
  if (note === 'end') life.abort();
  if (note === 'hello') void begin();
}, life.signal);
// From the back-forward cache a page comes back as it was, but the worker has closed its session.
addEventListener('pageshow', (event) => event.persisted && void begin(), { signal: life.signal });
life.signal.addEventListener('abort', () => watching?.abort());
void begin();

async function begin(): Promise<void> {
  watching?.abort();
  const { signal } = (watching = new AbortController());
  const run = Math.random().toString(36).slice(2);
  // A worker that ends in the middle of a greeting leaves it unanswered; the next one answers. On a machine that is busy,
  // or has just woken up, that can take a while; who gave up would record nothing of this page, and nobody would say so.
  for (let failures = 0; isContextValid() && !signal.aborted; failures++) {
    const answer = await sendQuietly('hello', { url: location.href.slice(0, 4_000), run });
    if (answer === undefined) {
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(60_000, 250 * 2 ** failures));
      });
    } else if (answer.kind === 'definition' && !signal.aborted) {
      // The worker has validated it; there is no schema in the page, where every byte counts.
      monitorPage({
        ...(answer as typeof answer & { readonly definition: Definition }),
        run,
        signal,
        end: () => life.abort(),
      });
    }
    if (answer) return;
  }
}
