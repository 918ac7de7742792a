import { parseBaseUrl } from '../../core/settings/base-url';
import { brokenPart, restoredSettings, type Backup, type BackupPart } from '../../core/settings/backup';
import { readSettings, type Settings } from '../../core/settings/settings';
import { deepEqual } from '../../core/values/deep-equal';
import {
  correctionsStore,
  ownConnectorsStore,
  settingsStore,
  sitesStore,
} from '../../platform/storage/stores';
import type { CheckedDefinition } from '../../protocol/definition/checked-definition';
import { readDefinition } from '../../protocol/definition/definition';
import { publishAccount } from '../account/account';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { reapplyCorrections } from '../review/corrections';

/**
 * Restores the chosen parts of a backup. Connectors that are new or different arrive turned off; those that
 * the backup does not have stay. Rejects with `broken-backup`, and changes nothing, when a part is invalid,
 * chosen or not.
 */
export async function importBackup(
  context: AppContext,
  value: unknown,
  chosen: ReadonlySet<BackupPart>,
): Promise<void> {
  const { sites, corrections, connectors, ...backup } = requireBackup(value);
  requireConnectors(connectors);
  const read = requireSettings(backup.settings);
  const [settings, states, own] = await Promise.all([
    settingsStore.get(),
    sitesStore.get(),
    ownConnectorsStore.get(),
  ]);
  const arriving = chosen.has('connectors') ? changedOf(connectors, own) : {};
  await settingsStore.set(restoredSettings(settings, read, chosen));
  await sitesStore.set({ ...(chosen.has('sites') ? sites : states), ...turnedOff(arriving, states) });
  await ownConnectorsStore.set({ ...own, ...arriving });
  if (chosen.has('corrections')) {
    await correctionsStore.set(corrections);
    await reapplyCorrections(context);
  }
  // The settings may name another tracker, and a token is valid only at its own.
  if (chosen.has('tracker')) await publishAccount(context, { state: 'signed-out' });
}

type OwnConnectors = Readonly<Record<string, CheckedDefinition>>;

/** Those that differ from what is stored. Without a proof they rest until a page has checked them. */
function changedOf(connectors: Backup['connectors'], own: OwnConnectors): OwnConnectors {
  const changed = Object.entries(connectors).filter(([id, one]) => !deepEqual(one, own[id]?.definition));
  return Object.fromEntries(changed.map(([id, definition]) => [id, { definition, proof: '' }]));
}

/** The states of these connectors: off, whatever the backup says. */
function turnedOff(arriving: OwnConnectors, states: Backup['sites']): Backup['sites'] {
  return Object.fromEntries(
    Object.keys(arriving).map((id) => [id, { ...states[id], enabled: false }] as const),
  );
}

/** Without more words: the page has said what is wrong with the file before it is restored. */
function requireValid(isValid: boolean): void {
  if (!isValid) throw new HandlerError('broken-backup');
}

function requireBackup(value: unknown): Backup {
  requireValid(brokenPart(value) === undefined);
  return value as Backup;
}

function requireSettings(value: unknown): Settings {
  const settings = readSettings(value);
  requireValid(settings.baseUrl === '' || parseBaseUrl(settings.baseUrl, settings).ok);
  return settings;
}

function requireConnectors(connectors: Backup['connectors']): void {
  for (const [id, definition] of Object.entries(connectors))
    requireValid(readDefinition(definition)?.id === id);
}
