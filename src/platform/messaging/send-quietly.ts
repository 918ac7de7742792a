import type { Answer, MessageInput, MessageName, MessageOutput } from '../../protocol/messages';
import { browser } from '../browser/browser';

/**
 * `send` for content scripts, where every byte counts and no one is shown an error: undefined when the worker
 * could not be reached, has refused or has failed.
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

/** What an answer holds, if anything. */
export function valueOf<Value>(answer: { readonly value: Value } | object | undefined): Value | undefined {
  return answer && 'value' in answer ? answer.value : undefined;
}
