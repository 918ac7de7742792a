import type { Handlers, Sender } from '../platform/messaging/message-router';
import { messages, type MessageName } from '../protocol/messages/messages';
import type { Effect } from '../protocol/messages/contract';
import type { AppContext, RunExclusive } from './context/context';
import { errorCodes, HandlerError } from './context/handler-error';
import {
  accountHandlers,
  trackerHandlers,
  recordingHandlers,
  dataHandlers,
  storedHandlers,
  reviewHandlers,
  pageRequestHandlers,
  settingsHandlers,
  connectorHandlers,
  workbenchHandlers,
} from './handlers/handlers-by-area';
import { Undelivered, type HandlersOf, type Jobs } from './handlers/handler';

const areas: HandlersOf<typeof messages> = {
  ...recordingHandlers,
  ...pageRequestHandlers,
  ...settingsHandlers,
  ...accountHandlers,
  ...trackerHandlers,
  ...reviewHandlers,
  ...connectorHandlers,
  ...workbenchHandlers,
  ...dataHandlers,
  ...storedHandlers,
};

type HandlerOptions = Readonly<{
  /** Rejects if the stored data may not be used; every message is then refused with that error. */
  ready: Promise<AppContext>;
  /** The lock for everything that writes. */
  runExclusive: RunExclusive;
  jobs: Jobs;
}>;

/**
 * The handlers of all messages, each run as its message declares (`Effect`): never before the stored data has
 * this version's format, under the lock if it writes, and followed by a delivery if it declares one.
 */
export function createHandlers(options: HandlerOptions): Handlers {
  const names = Object.keys(messages) as MessageName[];
  return Object.fromEntries(names.map((name) => [name, bind(name, options)])) as Handlers;
}

/** The handler of one message without its specific types; `Handlers` states them again. */
type AnyHandler = Readonly<{
  before?: (input: unknown) => Promise<void>;
  run: (context: AppContext, input: unknown, sender: Sender, runExclusive: RunExclusive) => Promise<unknown>;
  after?: (jobs: Jobs, input: unknown, result: unknown, sender: Sender) => Promise<void>;
}>;

function bind(name: MessageName, { ready, runExclusive, jobs }: HandlerOptions) {
  const handler = areas[name];
  const { before, run, after } = (typeof handler === 'function' ? { run: handler } : handler) as AnyHandler;
  const effect: Effect = messages[name].effect;
  const isWriting = effect === 'write' || effect === 'write-and-deliver';
  return async (input: unknown, sender: Sender): Promise<unknown> => {
    await before?.(input);
    const work = async () => run(await ready, input, sender, runExclusive);
    const result = await logFailure(ready, name, sender, () => (isWriting ? runExclusive(work) : work()));
    const answer = result instanceof Undelivered ? (result.value as unknown) : result;
    // The worker can be stopped after its answer, which would lose unwritten log entries.
    if (effect !== 'read') await (await ready).log.flush();
    if (effect === 'write-and-deliver' && !(result instanceof Undelivered)) jobs.deliverSoon();
    await after?.(jobs, input, answer, sender);
    return answer ?? null;
  };
}

async function logFailure(
  ready: Promise<AppContext>,
  name: MessageName,
  { tabId, private: isPrivate }: Sender,
  work: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const { log } = await ready;
    // A refusal with one of our codes is part of normal use.
    const write = error instanceof HandlerError ? log.info : log.error;
    write('message-failed', { detail: `${name} ${errorCodes(error)}`, tabId, private: isPrivate });
    await log.flush();
    throw error;
  }
}
