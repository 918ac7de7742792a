import { storageItem, type StorageItem } from '../../platform/storage/storage-item';
import { readDefinition, type Definition } from '../../protocol/definition/definition';

/**
 * The draft on trial in a tab. Its picker script may use the endpoints and readers of this definition, and no
 * others.
 */
export function trialStore(tabId: number): StorageItem<Definition | undefined> {
  return storageItem({ area: 'session', key: `tried:${tabId}`, read: readDefinition });
}

/** The draft on trial in the tab of a sender, if any. */
export async function definitionOnTrial(tabId: number | undefined): Promise<Definition | undefined> {
  return tabId === undefined ? undefined : trialStore(tabId).get();
}
