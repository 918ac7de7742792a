import * as z from 'zod/mini';
import { LIBRARY_URL } from '../core/settings/base-url';
import { doHidden } from '../platform/browser/do-hidden';
import { readTitleWords } from '../platform/files/title-words';
import { openLibraryDatabase, type Library } from './database';
import { answer } from './operations';
import { createTitles } from './titles';

/** Milliseconds without a request after which the page closes itself. */
const IDLE = 10_000;

// The hidden page (public/library.html). Only one of them answers: two would store an update twice.
void doHidden(async () => {
  await navigator.locks.request('library', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await serve(await openLibrary());
  });
});

async function openLibrary(): Promise<Library> {
  await readTitleWords();
  const world = {
    database: await openLibraryDatabase(),
    fetch: (...request: Parameters<typeof fetch>) => fetch(...request),
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
  };
  return { ...world, catalogue: createTitles(world) };
}

const questionSchema = z.strictObject({
  id: z.number(),
  method: z.optional(z.string()),
  path: z.string(),
  body: z.optional(z.string()),
});
type LibraryQuestion = z.infer<typeof questionSchema>;

/** Handles each request once, although the client repeats it until the answer has arrived. */
async function serve(library: Library): Promise<void> {
  const channel = new BroadcastChannel(LIBRARY_URL);
  const seen = new Set<number>();
  let pending = 0;
  let heardAt = performance.now();
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const question = z.safeParse(questionSchema, data);
    if (!question.success || seen.has(question.data.id)) return;
    seen.add(question.data.id);
    pending += 1;
    const answerIt = async () => {
      const response = await reply(library, question.data);
      pending -= 1;
      heardAt = performance.now();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      channel.postMessage(response);
    };
    void answerIt();
  });
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (pending > 0 || performance.now() - heardAt < IDLE) return;
      clearInterval(timer);
      resolve();
    }, 1_000);
  });
  channel.close();
}

async function reply(library: Library, { id, method = 'GET', path, body }: LibraryQuestion) {
  const { status, body: answered } = await answer(library, { method, path, body });
  // A response without a body must not have an empty one.
  return { id, status, text: answered === undefined ? null : JSON.stringify(answered) };
}
