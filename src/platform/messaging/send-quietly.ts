import type { Answer, MessageInput, MessageName, MessageOutput } from '../../protocol/messages/messages';
import { browser } from '../browser/browser';

/**
 * `send` for content scripts, which have a size budget and show no errors, and for a page at unload.
 * `undefined` if the worker could not be reached, refused the message or failed.
 */
export async function sendQuietly<Name extends MessageName>(
  name: Name,
  input: MessageInput<Name>,
): Promise<MessageOutput<Name> | undefined> {
  try {
    const answer: Answer<MessageOutput<Name>> | undefined = await browser.runtime.sendMessage({
      name,
      input,
    });
    return valueOf(answer);
  } catch {
    return undefined;
  }
}

/** The value of an answer; `undefined` for an error or no answer. */
export function valueOf<Value>(answer: Readonly<{ value: Value }> | object | undefined): Value | undefined {
  return answer && 'value' in answer ? answer.value : undefined;
}

/** False in a content script whose extension was updated or removed: its messages no longer arrive. */
export function isContextValid(): boolean {
  return browser.runtime?.id !== undefined;
}
