import { askPicker } from '../../platform/messaging/picker-channel';
import { HandlerError } from '../context/handler-error';
import { requireValidDefinition } from './require-valid-definition';
import { putOnTrial } from './trial-store';

/**
 * Asks the picker script in a tab. The workbench validates the answer. Sends nothing to the tracker. Rejects
 * with `invalid-definition` or `page-closed`.
 */
export async function askWorkbench(
  tabId: number,
  question: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const asked = { ...question };
  if ('definition' in asked) {
    const definition = (asked['definition'] = requireValidDefinition(asked['definition']));
    await putOnTrial(tabId, definition);
  }
  try {
    return await askPicker(tabId, asked);
  } catch (cause) {
    throw new HandlerError('page-closed', { cause });
  }
}
