import { sendQuietly, isContextValid } from '../platform/messaging/send-quietly';
import { onTabMessage } from '../platform/messaging/tab-messages';
import type { Definition } from '../protocol/definition/definition';
import { frameScope } from './frame/frame-scope';
import { monitorPage } from './page-monitor/page-monitor';

/**
 * The content script: asks the worker which definition applies to the page, and monitors the page. Without a
 * definition it has no observer and no timer, only a listener for messages of the worker.
 */
// A script of an earlier version, or from before a change of access, may still run in this frame.
const scope = frameScope();
scope.end?.();
// An existing reading aid belongs to that script's version.
scope.readingAid = undefined;
const life = new AbortController();
scope.end = () => life.abort();

let watching: AbortController | undefined;
onTabMessage((note) => {
  if (note === 'end') life.abort();
  if (note === 'hello') void begin();
}, life.signal);
// A page from the back-forward cache resumes unchanged, but the worker has ended its session.
addEventListener('pageshow', (event) => event.persisted && void begin(), life);
// The page that a prerendered one replaces reports its last position now; the worker must handle that report
// first.
document.addEventListener('prerenderingchange', () => setTimeout(() => void begin(), 100), life);
life.signal.addEventListener('abort', () => watching?.abort());
void begin();

async function begin(): Promise<void> {
  // Nobody sees a prerendered page yet, and the browser counts it as a frame of the visible page.
  if ((document as Readonly<{ prerendering?: boolean }>).prerendering || life.signal.aborted) return;
  watching?.abort();
  const { signal } = (watching = new AbortController());
  const run = Math.random().toString(36).slice(2);
  // A worker that is terminated before it answers leaves the message unanswered, and a busy computer can
  // delay the next one. Retry with back-off: giving up would lose this page silently.
  for (let failures = 0; isContextValid() && !signal.aborted; failures++) {
    const answer = await sendQuietly('hello', { url: location.href.slice(0, 4_000), run });
    if (answer === undefined) {
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(60_000, 250 * 2 ** failures));
      });
    } else if (answer.kind === 'definition' && !signal.aborted) {
      // The worker has validated the definition. The page has no schema, because every byte counts here.
      monitorPage({
        ...(answer as typeof answer & Readonly<{ definition: Definition; former?: Definition }>),
        run,
        top: parent === self,
        signal,
        // A page from the back-forward cache can receive the answer to the report that its earlier run sent
        // on leaving.
        end: () => signal.aborted || life.abort(),
      });
    }
    if (answer) return;
  }
}
