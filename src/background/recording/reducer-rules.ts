import { itemKey } from '../../core/media/item-key';
import { jitteredInterval } from '../../core/outbox/heartbeat-jitter';
import { earlierEvidence } from '../../core/session/earlier-evidence';
import { isResumption } from '../../core/session/recently-watched';
import type { Rules } from '../../core/session/transition';
import { readSettings } from '../../core/settings/settings';
import { readTogether } from '../../platform/storage/storage-item';
import { settingsStore, sitesStore } from '../../platform/storage/stores';
import { accountKey } from '../account/account';
import type { AppContext } from '../context/context';
import { earlierEvidenceStore, recentlyWatchedStore } from '../state/evidence-stores';
import type { TabState } from '../state/tab-state';

/**
 * The rules of the reducer for one tab: the settings, overridden by those of its site, and earlier evidence.
 */
export async function rulesFor(context: AppContext, { siteId, watch }: TabState): Promise<Rules> {
  const [[settings, sites, recent, earlier], account] = await Promise.all([
    readTogether('local', settingsStore, sitesStore, recentlyWatchedStore, earlierEvidenceStore),
    accountKey(context),
  ]);
  const now = context.now();
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
    now,
    newId: context.newId,
    earlierEvidence: (item, duration) =>
      earlierEvidence(earlier, { account, key: itemKey(item), duration }, now),
    isResumption: (item, position, duration) => isResumption(recent, itemKey(item), position, duration, now),
  };
}
