import {
  backupParts,
  brokenPart,
  restoredSettings,
  type Backup,
  type BackupPart,
} from '../../core/settings/backup';
import { readSettings, type Settings } from '../../core/settings/settings';
import { deepEqual } from '../../core/values/deep-equal';
import { checkImportedDefinition } from '../../protocol/definition/check-imported';
import { readDefinition, type Definition } from '../../protocol/definition/definition';

/** What a restore would change, shown before the person confirms it. */
export type BackupChanges = Readonly<{
  /** The kinds that differ from what is stored. */
  parts: BackupPart[];
  /** The settings in the backup. */
  settings: Settings;
  sites: number;
  /** Hosts of the person's own that the backup would add to sites. */
  hosts: string[];
  corrections: number;
  /** The connectors that are new or different. */
  connectors: Definition[];
  /** Names, by id, of the person's own connectors that `connectors` would replace. */
  replaced: Readonly<Record<string, string>>;
}>;

export type CheckedBackup =
  Readonly<{ ok: true; backup: Backup; changes: BackupChanges }> | Readonly<{ ok: false; reason: string }>;

/**
 * Checks every part of a backup, definitions as strictly as an author's, and compares it with the stored
 * data.
 */
export function checkChanges(value: unknown, stored: Backup): CheckedBackup {
  const broken = brokenPart(value);
  if (broken !== undefined) return { ok: false, reason: reasonOf(broken, value) };
  const backup = value as Backup;
  const connectors: Definition[] = [];
  const replaced: Record<string, string> = {};
  for (const [id, one] of Object.entries(backup.connectors)) {
    const read = readConnector(id, one);
    if (typeof read === 'string') return { ok: false, reason: `connectors.${id.slice(0, 40)}: ${read}` };
    const before = stored.connectors[id];
    if (deepEqual(one, before)) continue;
    connectors.push(read);
    if (before !== undefined) replaced[id] = readDefinition(before)?.name ?? id;
  }
  return { ok: true, backup, changes: { ...changesBetween(stored, backup, connectors), replaced } };
}

function reasonOf(broken: string, value: unknown): string {
  if (broken === 'format') return 'This is not a Matinee backup.';
  if (broken !== 'version') return `${broken}: not what a backup has there.`;
  const version = String((value as Readonly<Record<string, unknown>>)['version']).slice(0, 20);
  return `This backup has version ${version}; this extension reads version 1.`;
}

/** The definition, or the first thing that is wrong with it. */
function readConnector(id: string, value: unknown): Definition | string {
  const checked = checkImportedDefinition(value);
  if (checked.ok) return checked.definition.id === id ? checked.definition : 'is stored under another id';
  const { path = '', message = 'is invalid' } = checked.problems[0] ?? {};
  return `${path} ${message}`.trim().slice(0, 200);
}

function changesBetween(
  stored: Backup,
  backup: Backup,
  connectors: Definition[],
): Omit<BackupChanges, 'replaced'> {
  const now = readSettings(stored.settings);
  const settings = readSettings(backup.settings);
  const isSame: Readonly<Record<BackupPart, boolean>> = {
    settings: isUnchanged(now, settings, 'settings'),
    tracker: isUnchanged(now, settings, 'tracker'),
    'private-windows': isUnchanged(now, settings, 'private-windows'),
    sites: deepEqual(stored.sites, backup.sites),
    corrections: deepEqual(stored.corrections, backup.corrections),
    connectors: connectors.length === 0,
  };
  return {
    parts: backupParts.filter((part) => !isSame[part]),
    settings,
    sites: Object.keys(backup.sites).length,
    hosts: addedHosts(stored, backup),
    corrections: backup.corrections.length,
    connectors,
  };
}

function isUnchanged(now: Settings, then: Settings, part: BackupPart): boolean {
  return deepEqual(restoredSettings(now, then, new Set([part])), now);
}

function addedHosts(stored: Backup, backup: Backup): string[] {
  const hostsOf = ({ sites }: Backup) => Object.values(sites).flatMap(({ hosts = [] }) => hosts);
  const known = new Set(hostsOf(stored));
  return [...new Set(hostsOf(backup))].filter((host) => !known.has(host)).toSorted();
}
