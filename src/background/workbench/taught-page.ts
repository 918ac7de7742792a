import { originOf } from '../../core/hosts/watch-address';
import { isRecord } from '../../core/values/is-record';
import { tab } from '../../platform/browser/tabs';
import type { Sender } from '../../platform/messaging/message-router';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';
import { readDefinition, type Definition } from '../../protocol/definition/definition';
import { askPicker } from '../../platform/messaging/picker-channel';
import { HandlerError } from '../context/handler-error';
import { requireValidDefinition } from './definitions';

/** A draft on trial, and the page on which the trial began. */
type DraftOnTrial = Readonly<{
  definition: Definition;
  origin: string;
}>;

/**
 * The draft on trial in a tab. The picker script in its top page may use only the endpoints and readers of
 * this definition. A page of another origin, opened in the tab later, may use none.
 */
function trialStore(tabId: number): StorageItem<DraftOnTrial | undefined> {
  return storageItem({
    area: 'session',
    key: `tried:${tabId}`,
    read(stored) {
      if (!isRecord(stored) || typeof stored['origin'] !== 'string') return undefined;
      const definition = readDefinition(stored['definition']);
      return definition && { definition, origin: stored['origin'] };
    },
  });
}

/** Starts the trial of a draft on the page that a tab shows. */
async function putOnTrial(tabId: number, definition: Definition): Promise<void> {
  await trialStore(tabId).set({ definition, origin: originOf((await tab(tabId))?.url) });
}

/** The draft on trial on the sender's page, if any. `url`: its address, with the browser's origin. */
export async function definitionOnTrial(
  { tabId, frameId }: Sender,
  url: string,
): Promise<Definition | undefined> {
  if (tabId === undefined || frameId !== 0) return undefined;
  const trial = await trialStore(tabId).get();
  return trial !== undefined && trial.origin !== '' && trial.origin === originOf(url)
    ? trial.definition
    : undefined;
}

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
