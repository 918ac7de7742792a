import type { Correction } from '../media/correction';
import type { SiteState } from './site-state';
import { isRecord } from '../values/is-record';

/** Everything a person made, in one file: no token, nothing that plays at the moment. */
export interface Backup {
  readonly format: 'matinee-backup';
  readonly version: 1;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly settings: unknown;
  readonly sites: Readonly<Record<string, SiteState>>;
  readonly corrections: readonly Correction[];
  readonly connectors: Readonly<Record<string, unknown>>;
}

export type BackupCheck =
  { readonly ok: true; readonly backup: Backup } | { readonly ok: false; readonly reason: string };

/** Whether a file can be restored; a broken one is refused as a whole, so that nothing is half changed. */
export function checkBackup(value: unknown): BackupCheck {
  const refuse = (reason: string): BackupCheck => ({ ok: false, reason });
  if (!isRecord(value) || value['format'] !== 'matinee-backup')
    return refuse('This is not a Matinee backup.');
  if (value['version'] !== 1)
    return refuse(
      `This backup has version ${String(value['version']).slice(0, 20)}; this extension reads version 1.`,
    );
  if (!isRecord(value['settings'])) return refuse('settings: not an object');
  if (!isRecord(value['sites']) || !Object.values(value['sites']).every(isSiteState))
    return refuse('sites: not a list of site states');
  if (!Array.isArray(value['corrections']) || !value['corrections'].every(isCorrection))
    return refuse('corrections: not a list of corrections');
  if (!isRecord(value['connectors'])) return refuse('connectors: not an object');
  return { ok: true, backup: value as unknown as Backup };
}

/** Used for whatever claims to be a correction: a file, or an undo. */
export function isCorrection(value: unknown): value is Correction {
  if (!isRecord(value) || !isRecord(value['media'])) return false;
  const { media } = value;
  const type = media['type'];
  return (
    ['id', 'key', 'label'].every((name) => typeof value[name] === 'string' && value[name].length <= 1_200) &&
    (value['scope'] === 'item' || value['scope'] === 'series') &&
    (type === 'movie' || type === 'episode') &&
    ['tmdbId', 'id', 'seasonNumber', 'episodeNumber'].every(
      (name) => media[name] === undefined || Number.isSafeInteger(media[name]),
    ) &&
    ['seasonOffset', 'episodeOffset'].every(
      (name) => value[name] === undefined || Number.isSafeInteger(value[name]),
    )
  );
}

export function isSiteState(value: unknown): value is SiteState {
  if (!isRecord(value) || typeof value['enabled'] !== 'boolean') return false;
  const { hosts, overrides } = value;
  if (overrides !== undefined && !isRecord(overrides)) return false;
  return hosts === undefined || (Array.isArray(hosts) && hosts.every((host) => typeof host === 'string'));
}
