import type { Answer, MessageInput, MessageName, MessageOutput } from '../../protocol/messages/messages';
import { browser } from '../browser/browser';

/** The error that the worker answered, or `unreachable` when the message did not reach it. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Sends one message to the worker and returns its answer. Rejects with a MessageError. */
export async function send<Name extends MessageName>(
  name: Name,
  input: MessageInput<Name>,
): Promise<MessageOutput<Name>> {
  let answer: Answer<MessageOutput<Name>> | undefined;
  try {
    answer = await browser.runtime.sendMessage({ name, input });
  } catch (cause) {
    throw new MessageError('unreachable', 'The background worker could not be reached.', { cause });
  }
  if (answer === undefined) throw new MessageError('unreachable', 'Nobody answered.');
  if ('error' in answer) throw new MessageError(answer.error.code, answer.error.message);
  return answer.value;
}
