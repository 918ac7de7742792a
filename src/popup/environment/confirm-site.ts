import type { Media } from '../../core/media/media';
import type { TabView } from '../../core/status/status';
import { send } from '../../platform/messaging/send';
import { ownConnectorsStore } from '../../platform/storage/stores';
import { proofOf, readChecked } from '../../protocol/definition/checked-definition';
import { readDefinition, type PageDefinition } from '../../protocol/definition/definition';

/**
 * The person has confirmed a title of this site. If the site is recorded from the structured data of its
 * pages, that data is trusted from now on, and the next titles need no confirmation.
 */
export async function confirmSite(id = ''): Promise<void> {
  const before = readChecked((await ownConnectorsStore.get())[id]);
  if (!before?.pages.some(isUnconfirmed)) return;
  const pages = before.pages.map((page) => (isUnconfirmed(page) ? { ...page, generic: 'confirmed' } : page));
  const definition = readDefinition({ ...before, pages });
  if (definition === undefined) return;
  await send('connectors.save', { definition: { definition, proof: proofOf(definition) } });
}

function isUnconfirmed({ generic }: PageDefinition): boolean {
  return generic === true;
}

/** Keeps what was matched in a tab as the person's own choice. */
export async function confirmMatch({ tabId, siteId }: TabView, media: Media): Promise<void> {
  const own = { scope: 'item', media, seasonOffset: 0, episodeOffset: 0 } as const;
  await send('corrections.set', { of: { tabId }, ...own });
  await confirmSite(siteId);
}
