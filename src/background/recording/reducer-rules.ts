import { itemKey } from '../../core/media/item-key';
import { pacedInterval } from '../../core/outbox/heartbeat-jitter';
import { isContinuation, readRecent, type RecentlyWatched } from '../../core/session/recently-watched';
import { readSeenEarlier, seenEarlier, type SeenEarlier } from '../../core/session/earlier-evidence';
import { readSettings } from '../../core/settings/settings';
import type { Rules } from '../../core/session/reducer';
import { readTogether, storageItem } from '../../platform/storage/storage-item';
import { settingsStore, sitesStore } from '../../platform/storage/stores';
import { accountKey } from '../account/account';
import type { TabState } from '../state/tab-state';
import type { World } from '../context/context';

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
