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
import { changeAccount, publishAccount, currentAccount } from '../account/account';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { reapplyCorrections } from '../review/corrections';
import { forgetAllAlarms } from '../../platform/browser/alarms';
import { dropAllAccess } from '../../platform/browser/permissions';
import { clearStorage } from '../../platform/storage/clear-storage';
import { pendingRevocations, revoke } from '../account/revocation';
import { forgetTitles } from '../state/forget-titles';
import { clearLog } from '../state/activity-log';

/**
 * Restores the chosen parts of a backup. New or different connectors arrive turned off; connectors missing
 * from the backup stay. If any part is invalid, chosen or not, rejects with `broken-backup` and changes
 * nothing.
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
  // The settings may name another tracker, and a token is valid only at its own tracker.
  if (chosen.has('tracker')) await publishAccount(context, { state: 'signed-out' });
}

type OwnConnectors = Readonly<Record<string, CheckedDefinition>>;

/**
 * The connectors that differ from the stored ones. Without a proof they stay unused until a page has checked
 * them.
 */
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

/** Throws without details: the page has already said what is wrong with the file. */
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

/**
 * Deletes everything that the extension has stored on this machine, aborts its requests, and gives up its
 * access to sites. The history at the tracker stays. The tracker is asked once to revoke the token.
 */
export async function eraseAll(context: AppContext): Promise<void> {
  const { database, stopRequests } = context;
  const account = await currentAccount(context);
  const tokens = [account, ...(await pendingRevocations(database))];
  stopRequests();
  await Promise.all([
    changeAccount(database, () => database.clear('account')),
    forgetTitles(context),
    clearLog(context),
    forgetAllAlarms(),
    dropAllAccess(),
  ]);
  await clearStorage();
  // Not awaited: a tracker that does not answer must not hold up the person.
  for (const one of tokens) if (one?.token) void revoke(context, one);
}
