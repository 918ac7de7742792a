/**
 * `npx tsx scripts/replay-reports.ts FILE`: sends recorded messages of content scripts to the worker's code
 * in Node, with the service behind it and the clock of each message, and prints after each one the rule of
 * the reducer, the status of the tab and what was sent. docs/debugging.md says how to record the file: one
 * JSON object per line.
 */
import { readFileSync } from 'node:fs';
import type { openPage, startWorker } from '../test/background/support/worker-under-test';
import { withSource } from './load-source';

interface RecordedMessage {
  readonly message: { readonly name: string; readonly input: unknown };
  readonly tabId: number;
  readonly frameId: number;
  /** Address of the frame. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Worker = Awaited<ReturnType<typeof startWorker>>;
interface WorkerModule {
  readonly startWorker: typeof startWorker;
  readonly openPage: typeof openPage;
}

const ownPage = { private: false };

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Usage: npx tsx scripts/replay-reports.ts FILE\n');
  process.exitCode = 2;
} else {
  await replay(readMessages(file));
}

async function replay(messages: readonly RecordedMessage[]): Promise<void> {
  const path = '/test/background/support/worker-under-test.ts';
  await withSource(path, async (module) => {
    const worker = await (module as unknown as WorkerModule).startWorker();
    worker.service.clock.now = messages[0]?.at ?? Date.now();
    await worker.handlers['settings.set']({ logLevel: 'debug' }, ownPage);
    for (const message of messages) await replayOne(worker, message);
    await worker.close();
  });
}

async function replayOne(
  worker: Worker,
  { message, tabId, frameId, url, at }: RecordedMessage,
): Promise<void> {
  const { clock } = worker.service;
  clock.now = Math.max(clock.now, at);
  const sender = { tabId, frameId, tabUrl: url, private: false };
  if (frameId === 0) worker.memory.tabs.set(tabId, { id: tabId, windowId: 1, url, incognito: false });
  const sentBefore = worker.requests.length;
  const answer = await answerOf(worker, message, sender);
  await worker.deliver();
  const { status } = await worker.view(tabId);
  const sent = worker.requests.slice(sentBefore).map(({ path, body }) => ({ path, body }));
  const entries = await worker.handlers['log.list']({ limit: 10 }, ownPage);
  const rule = entries.find(({ event, at: time }) => event === 'report' && time === clock.now)?.detail;
  say({ at: new Date(at).toISOString(), message: message.name, frameId, rule, answer, status, sent });
}

/** The worker's answer to a message, without the definition that a `hello` gets. */
async function answerOf(worker: Worker, { name, input }: RecordedMessage['message'], sender: object) {
  const handlers = worker.handlers as unknown as Readonly<Record<string, Handler | undefined>>;
  const { definition: _, ...answer } = (await handlers[name]?.(input, sender)) ?? {};
  return answer;
}

type Handler = (input: unknown, sender: object) => Promise<{ readonly definition?: unknown }>;

/**
 * The `hello` and `report` messages of a file, in order. Other messages go to a page, which does not exist
 * here.
 */
function readMessages(path: string): readonly RecordedMessage[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as RecordedMessage)
    .filter(({ message }) => message.name === 'hello' || message.name === 'report');
}

function say(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
