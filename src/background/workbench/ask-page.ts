import { isRecord } from '../../core/values/is-record';
import { askPicker } from '../../platform/messaging/picker-channel';
import type { WorkbenchQuestion } from '../../protocol/workbench-question';
import { HandlerError } from '../context/handler-error';
import { requireValidDefinition } from './require-valid-definition';
import { putOnTrial } from './trial-store';

/**
 * Asks the picker script in a tab. Its answer is not validated: the workbench does that. Sends nothing to the
 * tracker. Rejects with `invalid-definition`, `page-closed` or `page-silent`.
 */
export async function askWorkbench(tabId: number, question: WorkbenchQuestion): Promise<unknown> {
  if (!('definition' in question)) return ask(tabId, question);
  const definition = requireValidDefinition(question.definition);
  await putOnTrial(tabId, definition);
  return ask(tabId, { ...question, definition });
}

async function ask(tabId: number, question: unknown): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await askPicker(tabId, question);
  } catch (cause) {
    throw new HandlerError('page-closed', 'The page cannot be read.', { cause });
  }
  if (!isRecord(answer) || !('value' in answer))
    throw new HandlerError('page-silent', 'The page did not answer.');
  return answer['value'];
}
