import type { Backup } from '../../core/settings/backup';
import {
  correctionsStore,
  ownConnectorsStore,
  settingsStore,
  sitesStore,
} from '../../platform/storage/stores';

/** A backup of everything that the person made. Holds no token. */
export async function makeBackup(): Promise<Backup> {
  const [settings, sites, corrections, connectors] = await Promise.all([
    settingsStore.get(),
    sitesStore.get(),
    correctionsStore.get(),
    ownConnectorsStore.get(),
  ]);
  return {
    format: 'matinee-backup',
    version: 1,
    createdAt: new Date().toISOString(),
    settings,
    sites,
    corrections,
    connectors: Object.fromEntries(
      Object.entries(connectors).map(([id, { definition }]) => [id, definition]),
    ),
  };
}
