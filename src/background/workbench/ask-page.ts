import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import { askPicker } from '../../platform/messaging/picker-channel';
import type { MessageOutput } from '../../protocol/messages/messages';
import { itemInput, playbackInput } from '../../protocol/report';
import type { WorkbenchQuestion } from '../../protocol/workbench-question';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { planBodies } from './plan-bodies';
import { requireValidDefinition } from './require-valid-definition';
import { putOnTrial } from './trial-store';

/**
 * Asks the picker script in a tab. Its answer is not validated: the workbench does that. Sends nothing to the
 * tracker. Rejects with `invalid-definition`, `page-closed` or `page-silent`.
 */
export async function askWorkbench(
  context: AppContext,
  tabId: number,
  question: WorkbenchQuestion,
): Promise<MessageOutput<'workbench.ask'>> {
  const checked =
    'definition' in question
      ? { ...question, definition: requireValidDefinition(question.definition) }
      : question;
  if ('definition' in checked) await putOnTrial(tabId, checked.definition);
  const answer = await ask(tabId, checked);
  const read = checked.kind === 'try' ? readingSchema.safeParse(answer).data : undefined;
  return { answer, ...defined({ bodies: read && (await planBodies(context, read)) }) };
}

/** Of the answer to `try` what the requests are made from. */
const readingSchema = z.object({
  reading: z.optional(z.object({ item: itemInput })),
  playback: z.optional(playbackInput),
});

async function ask(tabId: number, question: unknown): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await askPicker(tabId, question);
  } catch (cause) {
    throw new HandlerError('page-closed', 'The page cannot be read.', { cause });
  }
  const envelope = envelopeSchema.safeParse(answer);
  if (!envelope.success || 'failed' in envelope.data)
    throw new HandlerError('page-silent', 'The page did not answer.');
  return envelope.data.value;
}

const envelopeSchema = z.union([
  z.strictObject({ value: z.unknown() }),
  z.strictObject({ failed: z.string().check(z.maxLength(200)) }),
]);
