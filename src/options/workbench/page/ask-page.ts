import type * as z from 'zod/mini';
import { isRecord } from '../../../core/values/is-record';
import { MessageError, send } from '../../../platform/messaging/send';
import { withProof } from '../../../protocol/definition/check-imported';
import { pageFactsSchema, pickSchema, snapshotSchema, trialSchema } from '../../../protocol/workbench';
import type { WorkbenchQuestion } from '../../../protocol/workbench-question';

/** The schema of what a page answers, by the kind of question. */
const answers = {
  describe: pageFactsSchema,
  try: trialSchema,
  pick: pickSchema,
  picked: pickSchema,
  leave: pickSchema,
  snapshot: snapshotSchema,
} as const satisfies Readonly<Record<WorkbenchQuestion['kind'], z.ZodMiniType>>;

type PageAnswer<Kind extends WorkbenchQuestion['kind']> = z.output<(typeof answers)[Kind]>;

/**
 * Asks the picker script in a tab, and validates what the page answers. Sends nothing to the tracker. Rejects
 * with a MessageError: `invalid-definition`, `page-closed`, `page-silent` or `page-odd`.
 */
export async function askPage<Kind extends WorkbenchQuestion['kind']>(
  tabId: number,
  question: WorkbenchQuestion & Readonly<{ kind: Kind }>,
): Promise<PageAnswer<Kind>> {
  const asked: WorkbenchQuestion =
    'definition' in question ? { ...question, definition: withProof(question.definition) } : question;
  const envelope = await send('workbench.ask', { tabId, question: { ...asked } });
  if (!isRecord(envelope) || !('value' in envelope))
    throw new MessageError('page-silent', 'The page did not answer.');
  const read = answers[question.kind].safeParse(envelope['value']);
  if (!read.success)
    throw new MessageError('page-odd', 'The answer of the page does not have the expected form.');
  return read.data as PageAnswer<Kind>;
}
