import type { AppContext } from '../context/context';
import { changesStore } from '../../platform/storage/stores';
import { forgetEvidence } from './evidence-stores';
import { unwrittenChangesStore, unwrittenStore } from './unwritten';

/** Deletes everything about titles: sent, waiting, and found for them. */
export async function forgetTitles({ database }: AppContext): Promise<void> {
  await Promise.all([
    database.clear('outbox'),
    database.clear('matches'),
    database.clear('activity'),
    unwrittenStore.remove(),
    unwrittenChangesStore.remove(),
    changesStore.remove(),
    forgetEvidence(),
  ]);
}
