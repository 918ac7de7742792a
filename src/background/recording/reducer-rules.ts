import { itemKey } from '../../core/media/item-key';
import { jitteredInterval } from '../../core/outbox/heartbeat-jitter';
import { isResumption, readRecent, type RecentlyWatched } from '../../core/session/recently-watched';
import {
  readEarlierEvidence,
  earlierEvidence,
  type EarlierEvidence,
} from '../../core/session/earlier-evidence';
import { readSettings } from '../../core/settings/settings';
import type { Rules } from '../../core/session/reducer';
import { readTogether, storageItem } from '../../platform/storage/storage-item';
import { settingsStore, sitesStore } from '../../platform/storage/stores';
import { accountKey } from '../account/account';
import type { TabState } from '../state/tab-state';
import type { AppContext } from '../context/context';

/** The rules of the reducer for one tab: settings, what differs on this site, and the time. */
export async function rulesFor(context: AppContext, { siteId, watch }: TabState): Promise<Rules> {
  const [[settings, sites, recent, seen], account] = await Promise.all([
    readTogether('local', settingsStore, sitesStore, recentlyWatchedStore, earlierEvidenceStore),
    accountKey(context),
  ]);
  const { interval, evidence, minimumLength, films, episodes } = readSettings({
    ...settings,
    ...sites[siteId ?? '']?.overrides,
  });
  return {
    interval: jitteredInterval(interval, watch.session?.id ?? ''),
    evidence,
    minimumLength,
    films,
    episodes,
    now: context.now(),
    newId: context.newId,
    earlierEvidence: (item, duration) =>
      earlierEvidence(seen, { account, key: itemKey(item), duration }, context.now()),
    isResumption: (item, position, duration) =>
      isResumption(recent, itemKey(item), position, duration, context.now()),
  };
}

/** Item keys that were watched to the end within the last hours. */
export const recentlyWatchedStore = storageItem<RecentlyWatched>({
  area: 'local',
  key: 'recently-watched',
  read: readRecent,
});

/** What unfinished sessions of the last weeks have seen of their items. */
export const earlierEvidenceStore = storageItem<EarlierEvidence>({
  area: 'local',
  key: 'seen-earlier',
  read: readEarlierEvidence,
});
