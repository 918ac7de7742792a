import { readEarlierEvidence, type EarlierEvidence } from '../../core/session/earlier-evidence';
import { readRecent, type RecentlyWatched } from '../../core/session/recently-watched';
import { storageItem } from '../../platform/storage/storage-item';

/** Keys of the items that were watched to the end within the last hours. */
export const recentlyWatchedStore = storageItem<RecentlyWatched>({
  area: 'local',
  key: 'recently-watched',
  read: readRecent,
});

/** Which parts of their items the unfinished sessions of the last weeks have played. */
export const earlierEvidenceStore = storageItem<EarlierEvidence>({
  area: 'local',
  key: 'seen-earlier',
  read: readEarlierEvidence,
});
