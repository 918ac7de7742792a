import { LIBRARY_URL } from '../../core/settings/base-url';
import { openHiddenPage } from '../browser/hidden-page';

/**
 * Milliseconds between two questions to a page that may be loading or closing. The page answers each question
 * once.
 */
const INTERVAL = 200;

/** A question of another context has no status. */
type LibraryReply = Readonly<{
  id: number;
  status?: number;
  text: string | null;
}>;

/**
 * `fetch` for the history kept in this browser. The code that answers is too large for the worker, and an
 * extension's worker cannot load code later. So a hidden page contains it: an offscreen document or a frame.
 */
export async function askLibrary(url: string, { method, body, signal }: RequestInit): Promise<Response> {
  // A channel between contexts of the extension; no web page can join it.
  const channel = new BroadcastChannel(LIBRARY_URL);
  const id = Math.random();
  const ask = () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage({ id, method, body, path: url.slice(LIBRARY_URL.length) });
    void openHiddenPage('library.html');
  };
  const timer = setInterval(ask, INTERVAL);
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener('abort', reject);
      channel.addEventListener('message', ({ data }: MessageEvent<LibraryReply>) => {
        if (data.id === id && data.status) resolve(new Response(data.text, data));
      });
      ask();
    });
  } finally {
    clearInterval(timer);
    channel.close();
  }
}
