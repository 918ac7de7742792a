import * as z from 'zod/mini';
import {
  messages,
  type Answer,
  type MessageName,
  type MessageOutput,
  type Messages,
} from '../../protocol/messages';
import { browser } from '../browser/browser';
import { defined } from '../../core/values/defined';

/** Who sent a message, as far as the browser vouches for it. */
export interface Sender {
  readonly tabId?: number;
  readonly frameId?: number;
  /** Address of the tab's top page, where the extension has access to it. */
  readonly tabUrl?: string;
  readonly private: boolean;
}

export type Handlers = {
  readonly [Name in MessageName]: (
    input: z.output<Messages[Name]['input']>,
    sender: Sender,
  ) => Promise<MessageOutput<Name>>;
};

/**
 * Answers the messages of this extension's own contexts, and of nobody else: the sender must be this
 * extension, a frame may not send what only our pages may, and the input must fit its schema. Call it once,
 * at the top level of the worker.
 *
 * `describe` makes code and text of an error that a handler threw.
 */
export function routeMessages(
  handlers: Handlers,
  describe: (error: unknown) => { code: string; message: string },
): void {
  // The callback form with `return true` is the one that answers asynchronously in every version of both
  // engines.
  const listener = (
    message: unknown,
    sender: Parameters<Listener>[1],
    respond: (answer: Answer<unknown>) => void,
  ): true => {
    void answer(handlers, message, sender, describe)
      .catch((error: unknown) => ({ error: describe(error) }))
      .then(respond);
    return true;
  };
  browser.runtime.onMessage.addListener(listener);
}

type Listener = (
  message: unknown,
  sender: {
    id?: string;
    url?: string;
    origin?: string;
    frameId?: number;
    tab?: { id?: number; url?: string; incognito: boolean };
  },
) => unknown;

async function answer(
  handlers: Handlers,
  message: unknown,
  sender: Parameters<Listener>[1],
  describe: (error: unknown) => { code: string; message: string },
): Promise<Answer<unknown>> {
  const envelope = envelopeSchema.safeParse(message);
  if (!envelope.success || !isName(envelope.data.name))
    return refuse('unknown-message', 'There is no such message.');
  const name = envelope.data.name;
  if (sender.id !== browser.runtime.id)
    return refuse('foreign-sender', 'Only this extension may send messages.');
  const fromPage = sender.url !== undefined && sender.url.startsWith(browser.runtime.getURL('/'));
  if (messages[name].from !== (fromPage ? 'page' : 'frame'))
    return refuse('forbidden-sender', 'This context may not send that.');
  const input = messages[name].input.safeParse(envelope.data.input);
  if (!input.success)
    return refuse(
      'invalid-input',
      input.error.issues
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('\n')
        .slice(0, 500),
    );
  try {
    const handler = handlers[name] as (input: unknown, sender: Sender) => Promise<unknown>;
    return { value: await handler(input.data, senderOf(sender)) };
  } catch (error) {
    return { error: describe(error) };
  }
}

const envelopeSchema = z.strictObject({ name: z.string().check(z.maxLength(40)), input: z.unknown() });

function isName(name: string): name is MessageName {
  return Object.hasOwn(messages, name);
}

function senderOf(sender: Parameters<Listener>[1]): Sender {
  return {
    private: sender.tab?.incognito ?? false,
    ...(sender.tab?.id === undefined ? {} : { tabId: sender.tab.id }),
    ...defined({ frameId: sender.frameId }),
    ...(sender.tab?.url === undefined ? {} : { tabUrl: sender.tab.url }),
  };
}

function refuse(code: string, message: string): Answer<never> {
  return { error: { code, message } };
}
