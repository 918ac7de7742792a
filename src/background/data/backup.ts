import { parseBaseUrl } from '../../core/settings/base-url';
import { checkBackup, type Backup } from '../../core/settings/backup';
import { readSettings } from '../../core/settings/settings';
import {
  correctionsStore,
  ownConnectorsStore,
  settingsStore,
  sitesStore,
} from '../../platform/storage/stores';
import { readDefinition } from '../../protocol/definition';
import { publishAccount } from '../account/account';
import { reapplyCorrections } from '../review/corrections';
import { HandlerError } from '../context/handler-error';
import type { AppContext } from '../context/context';

/** A full copy of what the person made; the token stays where it is. */
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
    connectors,
  };
}

/** Puts a backup in the place of what is there; all of it, or nothing. */
export async function importBackup(context: AppContext, value: unknown): Promise<void> {
  const checked = checkBackup(value);
  if (!checked.ok) throw new HandlerError('broken-backup', checked.reason);
  const { settings, sites, corrections, connectors } = checked.backup;
  for (const [id, definition] of Object.entries(connectors)) {
    if (readDefinition(definition)?.id !== id)
      throw new HandlerError('broken-backup', `connectors.${id.slice(0, 60)}: no definition of this id`);
  }
  const chosen = readSettings(settings);
  if (chosen.baseUrl !== '' && !parseBaseUrl(chosen.baseUrl, chosen).ok)
    throw new HandlerError('broken-backup', 'settings.baseUrl: not an address that may be used');
  await settingsStore.set(chosen);
  await sitesStore.set(sites);
  await correctionsStore.set(corrections);
  await ownConnectorsStore.set(connectors);
  await reapplyCorrections(context);
  // The tracker may be another one now, and a token is good for its own only.
  await publishAccount(context, { state: 'signed-out' });
}
