import { itemKey } from '../core/item-key';
import { pacedInterval } from '../core/pace';
import { isContinuation, readRecent, type RecentlyWatched } from '../core/recently-watched';
import { readSeenEarlier, seenEarlier, type SeenEarlier } from '../core/seen-earlier';
import { readSettings } from '../core/settings';
import type { Rules } from '../core/watch';
import { readTogether, storageItem } from '../platform/storage-item';
import { settingsStore, sitesStore } from '../platform/stores';
import { accountKey } from './account';
import type { TabState } from './tab-state';
import type { World } from './world';

/** The rules of the reducer for one tab: settings, what differs on this site, and the time. */
export async function rulesFor(world: World, { siteId, watching }: TabState): Promise<Rules> {
  const [[settings, sites, recent, seen], account] = await Promise.all([
    readTogether('local', settingsStore, sitesStore, recentStore, seenStore),
    accountKey(world),
  ]);
  const { interval, evidence, minimumLength, films, episodes } = readSettings({
    ...settings,
    ...sites[siteId ?? '']?.overrides,
  });
  return {
    interval: pacedInterval(interval, watching.session?.id ?? ''),
    evidence,
    minimumLength,
    films,
    episodes,
    now: world.now(),
    newId: world.newId,
    seenEarlier: (item, duration) =>
      seenEarlier(seen, { account, key: itemKey(item), duration }, world.now()),
    continues: (item, position, duration) =>
      isContinuation(recent, itemKey(item), position, duration, world.now()),
  };
}

/** Item keys that were watched to the end within the last hours. */
export const recentStore = storageItem<RecentlyWatched>({
  area: 'local',
  key: 'recently-watched',
  read: readRecent,
});

/** What unfinished sessions of the last weeks have seen of their items. */
export const seenStore = storageItem<SeenEarlier>({
  area: 'local',
  key: 'seen-earlier',
  read: readSeenEarlier,
});
