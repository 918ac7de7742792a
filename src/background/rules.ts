import { itemKey } from '../core/item-key';
import { pacedInterval } from '../core/pace';
import { isContinuation, readRecent, type RecentlyWatched } from '../core/recently-watched';
import { readSettings } from '../core/settings';
import type { Rules } from '../core/watch';
import { storageItem } from '../platform/storage-item';
import { settingsStore, sitesStore } from '../platform/stores';
import type { TabState } from './tab-state';
import type { World } from './world';

/** The rules of the reducer for one tab: settings, what differs on this site, and the time. */
export async function rulesFor(world: World, { siteId, watching }: TabState): Promise<Rules> {
  const [settings, sites, recent] = await Promise.all([settingsStore.get(), sitesStore.get(), recentStore.get()]);
  const { interval, evidence, minimumLength, films, episodes } = readSettings({ ...settings, ...sites[siteId ?? '']?.overrides });
  return {
    interval: pacedInterval(interval, watching.session?.id ?? ''),
    evidence,
    minimumLength,
    films,
    episodes,
    now: world.now(),
    newId: world.newId,
    continues: (item, position, duration) => isContinuation(recent, itemKey(item), position, duration, world.now()),
  };
}

/** Item keys that were watched to the end within the last hours. */
export const recentStore = storageItem<RecentlyWatched>({
  area: 'local',
  key: 'recently-watched',
  read: readRecent,
});
