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

type BackupFile =
  Readonly<{ ok: true; backup: unknown }> | Readonly<{ ok: false; reason: 'too-large' | 'not-json' }>;

/** Bytes. A full backup with the longest activity log is smaller. */
const MAX_SIZE = 30_000_000;

/** Reads a backup file; the worker checks its content. A file that cannot be read counts as not JSON. */
export async function readBackup(
  file: Readonly<{
    size: number;
    text(): Promise<string>;
  }>,
): Promise<BackupFile> {
  if (file.size > MAX_SIZE) return { ok: false, reason: 'too-large' };
  try {
    const backup: unknown = JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
    return typeof backup === 'object' && backup !== null
      ? { ok: true, backup }
      : { ok: false, reason: 'not-json' };
  } catch {
    return { ok: false, reason: 'not-json' };
  }
}
