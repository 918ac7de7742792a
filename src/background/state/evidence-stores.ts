import {
  readEarlierEvidence,
  type EarlierEvidence,
  readRecentlyWatched,
  type RecentlyWatched,
  type StoredEvidence,
} from '../../core/session/earlier-evidence';
import { readTogether, storageItem } from '../../platform/storage/storage-item';
import { orWithoutStorage } from '../context/handler-error';

/** Keys of the items whose crossing was sent recently. */
export const recentlyWatchedStore = storageItem<RecentlyWatched>({
  area: 'local',
  key: 'recently-watched',
  read: readRecentlyWatched,
});

/** The parts of items that unfinished sessions of the last weeks have played. */
const earlierEvidenceStore = storageItem<EarlierEvidence>({
  area: 'local',
  key: 'seen-earlier',
  read: readEarlierEvidence,
});

export async function readEvidence(): Promise<StoredEvidence> {
  const [recentlyWatched, earlier] = await readTogether('local', recentlyWatchedStore, earlierEvidenceStore);
  return { recentlyWatched, earlier };
}

export async function forgetEvidence(): Promise<void> {
  await Promise.all([recentlyWatchedStore.remove(), earlierEvidenceStore.remove()]);
}

/** Stores the changed lists. If the disk is full, recording goes on without them. */
export async function storeEvidence(before: StoredEvidence, after: StoredEvidence): Promise<void> {
  await orWithoutStorage(async () => {
    if (after.recentlyWatched !== before.recentlyWatched)
      await recentlyWatchedStore.set(after.recentlyWatched);
    if (after.earlier !== before.earlier) await earlierEvidenceStore.set(after.earlier);
  });
}
