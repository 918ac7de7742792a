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

/**
 * Sends one message to the worker and returns its answer. Rejects with a MessageError.
 *
 * Firefox refuses a message that comes while it ends its idle event page (measured with an idle time of 1.5 s
 * on a busy machine: 2 of 60 that came 1.35 to 1.75 s after the one before). It is sent once more, which
 * starts the event page again. It refuses in the same words where it ends a handler that has begun, which
 * takes 30 s without a call of the extension interface; the worker waits for a tracker for 20 s at most, so
 * only a question to a page that hangs is asked twice.
 */
export async function send<Name extends MessageName>(
  name: Name,
  input: MessageInput<Name>,
): Promise<MessageOutput<Name>> {
  const ask = async (): Promise<Answer<MessageOutput<Name>> | undefined> =>
    browser.runtime.sendMessage({ name, input });
  const answer = await ask()
    .catch((error: unknown) => {
      // The words of both engines where nobody listens.
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
