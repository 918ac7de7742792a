import { parseBaseUrl } from '../../core/settings/base-url';
import { checkBackup, type Backup } from '../../core/settings/backup';
import { readSettings, type Settings } from '../../core/settings/settings';
import {
  correctionsStore,
  ownConnectorsStore,
  settingsStore,
  sitesStore,
} from '../../platform/storage/stores';
import { readDefinition } from '../../protocol/definition/definition';
import { publishAccount } from '../account/account';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { reapplyCorrections } from '../review/corrections';

/** A backup of everything that the person made. Holds no token. */
export async function exportBackup({ now }: AppContext): Promise<Backup> {
  const [settings, sites, corrections, connectors] = await Promise.all([
    settingsStore.get(),
    sitesStore.get(),
    correctionsStore.get(),
    ownConnectorsStore.get(),
  ]);
  return {
    format: 'matinee-backup',
    version: 1,
    createdAt: new Date(now()).toISOString(),
    settings,
    sites,
    corrections,
    connectors: Object.fromEntries(
      Object.entries(connectors).map(([id, { definition }]) => [id, definition]),
    ),
  };
}

/**
 * Replaces everything with a backup. Rejects with `broken-backup`, and changes nothing, when a part is
 * invalid.
 */
export async function importBackup(context: AppContext, value: unknown): Promise<void> {
  const { sites, corrections, connectors, ...backup } = requireBackup(value);
  requireConnectors(connectors);
  const settings = requireSettings(backup.settings);
  await settingsStore.set(settings);
  await sitesStore.set(sites);
  await correctionsStore.set(corrections);
  // A page of the extension checks them (`checkOwnConnectors`); until then they rest.
  await ownConnectorsStore.set(
    Object.fromEntries(Object.entries(connectors).map(([id, definition]) => [id, { definition, proof: '' }])),
  );
  await reapplyCorrections(context);
  // The settings may name another tracker, and a token is valid only at its own.
  await publishAccount(context, { state: 'signed-out' });
}

function requireBackup(value: unknown): Backup {
  const checked = checkBackup(value);
  if (!checked.ok) throw new HandlerError('broken-backup', checked.reason);
  return checked.backup;
}

function requireSettings(value: unknown): Settings {
  const settings = readSettings(value);
  if (settings.baseUrl !== '' && !parseBaseUrl(settings.baseUrl, settings).ok)
    throw new HandlerError('broken-backup', 'settings.baseUrl: not an address that may be used');
  return settings;
}

function requireConnectors(connectors: Backup['connectors']): void {
  for (const [id, definition] of Object.entries(connectors)) {
    if (readDefinition(definition)?.id !== id)
      throw new HandlerError('broken-backup', `connectors.${id.slice(0, 60)}: no definition of this id`);
  }
}
