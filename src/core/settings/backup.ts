import type { Correction } from '../media/correction';
import type { SiteState } from './site-state';
import { isRecord } from '../values/is-record';

/** Everything that the user has made, in one file: neither the token nor anything of the moment. */
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

/** Whether a file can be restored. A broken one is refused as a whole, so that nothing is half changed. */
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

/** For corrections that come from a file, from storage or from a message. */
export function isCorrection(value: unknown): value is Correction {
  if (!isRecord(value) || !isRecord(value['media'])) return false;
  const { scope, media } = value;
  return (
    ['id', 'key', 'label'].every((name) => isShortText(value[name])) &&
    (scope === 'item' || scope === 'series') &&
    (media['type'] === 'movie' || media['type'] === 'episode') &&
    ['tmdbId', 'id', 'seasonNumber', 'episodeNumber'].every((name) => isOptionalInteger(media[name])) &&
    ['seasonOffset', 'episodeOffset'].every((name) => isOptionalInteger(value[name]))
  );
}

export function isSiteState(value: unknown): value is SiteState {
  if (!isRecord(value) || typeof value['enabled'] !== 'boolean') return false;
  const { hosts, overrides } = value;
  if (overrides !== undefined && !isRecord(overrides)) return false;
  return hosts === undefined || (Array.isArray(hosts) && hosts.every((host) => typeof host === 'string'));
}

function isShortText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= maxTextLength;
}

function isOptionalInteger(value: unknown): boolean {
  return value === undefined || Number.isSafeInteger(value);
}

/** Room for two long titles (text/normalize-title.ts reads 500 characters of each) and their numbers. */
const maxTextLength = 1_200;
