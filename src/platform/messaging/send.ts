import type { Answer, MessageInput, MessageName, MessageOutput } from '../../protocol/messages/messages';
import { browser } from '../browser/browser';

/** The worker's error, or `unreachable` if the message did not reach it. */
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

/**
 * Sends one message to the worker and returns its answer. Rejects with a MessageError.
 *
 * Firefox refuses a message that arrives while it ends its idle event page (measured with an idle time of 1.5
 * s on a busy machine: 2 of 60 messages sent 1.35 to 1.75 s after the previous one). The message is then sent
 * once more, which starts the event page again. Firefox uses the same error when it ends a running handler,
 * after 30 s without a call of the extension API. The worker waits at most 20 s for a tracker, so only a
 * question to a hanging page is asked twice.
 */
export async function send<Name extends MessageName>(
  name: Name,
  input: MessageInput<Name>,
): Promise<MessageOutput<Name>> {
  const ask = async (): Promise<Answer<MessageOutput<Name>> | undefined> =>
    browser.runtime.sendMessage({ name, input });
  const answer = await ask()
    .catch((error: unknown) => {
      // The error of both browsers if nobody listens.
      if (String(error).includes('Receiving end')) return ask();
      throw error;
    })
    .catch((cause: unknown) => {
      throw new MessageError('unreachable', 'The background worker could not be reached.', { cause });
    });
  if (answer === undefined) throw new MessageError('unreachable', 'Nobody answered.');
  if ('error' in answer) throw new MessageError(answer.error.code, answer.error.message);
  return answer.value;
}
