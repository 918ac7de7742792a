import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import {
  messages,
  type Answer,
  type MessageName,
  type MessageOutput,
  type Messages,
} from '../../protocol/messages/messages';
import { browser } from '../browser/browser';
import { originOf } from '../../core/hosts/watch-address';

/** The origin of a message, as the browser states it. */
export type Sender = Readonly<{
  tabId?: number;
  /** 0 is the top frame. */
  frameId?: number;
  /** Address of the tab's top page, if the extension has access to it. */
  tabUrl?: string;
  private: boolean;
  /**
   * The tab is replacing the document with one of another process. In Chromium the document's frame then has
   * another id, and the tab already has the address of the next page.
   */
  isLeaving?: boolean;
}>;

export type Handlers = {
  readonly [Name in MessageName]: (
    input: z.output<ReturnType<Messages[Name]['input']>>,
    sender: Sender,
  ) => Promise<MessageOutput<Name>>;
};

/** Code and message of anything that a handler threw. */
type DescribeError = (error: unknown) => { code: string; message: string };

/**
 * Answers the messages of this extension's own contexts. It refuses senders outside this extension,
 * content-script messages that only our pages may send (and the reverse), and input that does not fit its
 * schema. The `url` that a content script states is replaced if the browser states another origin.
 *
 * Call it once, at the top level of the worker.
 */
export function routeMessages(handlers: Handlers, describe: DescribeError): void {
  const listener = (
    message: unknown,
    sender: BrowserSender,
    respond: (answer: Answer<unknown>) => void,
  ): true => {
    void answer(handlers, message, sender, describe)
      .catch((error: unknown) => ({ error: describe(error) }))
      .then(respond);
    // With `true`, every version of both browsers waits for `respond`; returning a promise is newer.
    return true;
  };
  browser.runtime.onMessage.addListener(listener);
}

type BrowserSender = Readonly<{
  id?: string;
  url?: string;
  frameId?: number;
  /** Only in Chromium. */
  documentLifecycle?: string;
  tab?: Readonly<{ id?: number; url?: string; incognito: boolean }>;
}>;

async function answer(
  handlers: Handlers,
  message: unknown,
  sender: BrowserSender,
  describe: DescribeError,
): Promise<Answer<unknown>> {
  const envelope = envelopeSchema.safeParse(message);
  if (!envelope.success || !isName(envelope.data.name)) return refuse('unknown-message', '');
  const { name } = envelope.data;
  if (sender.id !== browser.runtime.id) return refuse('foreign-sender', 'Another extension.');
  const { url } = sender;
  const from = url?.startsWith(browser.runtime.getURL('/')) === true ? 'page' : 'frame';
  if (url === undefined || messages[name].from !== from) return refuse('forbidden-sender', 'Not from here.');
  const input = messages[name].input().safeParse(envelope.data.input);
  if (!input.success) return refuse('invalid-input', describeIssues(input.error.issues));
  try {
    const handler = handlers[name] as (input: unknown, sender: Sender) => Promise<unknown>;
    return { value: await handler(vouched(input.data, url), senderOf(sender)) };
  } catch (error) {
    return { error: describe(error) };
  }
}

function vouched(input: object, byBrowser: string): object {
  return 'url' in input ? { ...input, url: vouchedAddress(String(input.url), byBrowser) } : input;
}

const envelopeSchema = z.strictObject({ name: z.string().check(z.maxLength(40)), input: z.unknown() });

function isName(name: string): name is MessageName {
  return Object.hasOwn(messages, name);
}

function describeIssues(issues: z.core.$ZodIssue[]): string {
  const lines = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return lines.join('\n').slice(0, 500);
}

function senderOf({ tab, frameId, documentLifecycle = 'active' }: BrowserSender): Sender {
  return {
    private: tab?.incognito ?? false,
    // `cached`: the document goes into the back-forward cache.
    isLeaving: documentLifecycle === 'pending_deletion' || documentLifecycle === 'cached',
    ...defined({ tabId: tab?.id, frameId, tabUrl: tab?.url }),
  };
}

function refuse(code: string, message: string): Answer<never> {
  return { error: { code, message } };
}

/**
 * The address of a frame, from its script's and the browser's statements. The script knows the path better,
 * because the browser may state the one with which the document was loaded. The origin is the browser's, so
 * that no site's script can ask in the name of another site.
 */
export function vouchedAddress(stated: string, byBrowser: string): string {
  return originOf(stated) === originOf(byBrowser) ? stated : byBrowser;
}
