import * as z from 'zod/mini';
import type { PageFacts } from '../../core/workbench/page-facts';
import { defined } from '../../core/values/defined';
import { askPicker } from '../../platform/messaging/picker-channel';
import type { WorkbenchAnswer } from '../../protocol/messages/workbench';
import {
  pageFactsSchema,
  pickSchema,
  snapshotSchema,
  trialSchema,
  type WorkbenchQuestion,
} from '../../protocol/workbench';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { planBodies } from './plan-bodies';
import { requireValidDefinition } from './require-valid-definition';
import { trialStore } from './trial-store';

/**
 * Asks the picker script in a tab, and checks its answer against the schema of the question. Sends nothing to
 * the tracker. Rejects with `invalid-definition`, `page-closed`, `page-silent` or `page-odd`.
 */
export async function askWorkbench(
  context: AppContext,
  tabId: number,
  question: WorkbenchQuestion,
): Promise<WorkbenchAnswer> {
  const checked =
    'definition' in question
      ? { ...question, definition: requireValidDefinition(question.definition) }
      : question;
  if ('definition' in checked) await trialStore(tabId).set(checked.definition);
  const answer = await ask(tabId, checked);
  switch (checked.kind) {
    case 'describe':
      return { kind: 'describe', facts: parseAnswer(pageFactsSchema, answer) as PageFacts };
    case 'try': {
      const trial = parseAnswer(trialSchema, answer);
      return { kind: 'try', trial, ...defined({ bodies: await planBodies(context, trial) }) };
    }
    case 'pick':
    case 'picked':
    case 'leave':
      return { kind: 'pick', pick: parseAnswer(pickSchema, answer) };
    case 'snapshot':
      return { kind: 'snapshot', snapshot: parseAnswer(snapshotSchema, answer) };
  }
}

async function ask(tabId: number, question: unknown): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await askPicker(tabId, question);
  } catch (cause) {
    throw new HandlerError(
      'page-closed',
      'The page cannot be read: it was closed, or access to it is missing.',
      { cause },
    );
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

function parseAnswer<Value>(
  schema: { safeParse(value: unknown): { success: true; data: Value } | { success: false } },
  answer: unknown,
): Value {
  const read = schema.safeParse(answer);
  if (!read.success)
    throw new HandlerError('page-odd', 'The answer of the page does not have the expected form.');
  return read.data;
}
