import type { Correction } from '../media/correction';
import { isRecord } from '../values/is-record';
import type { Settings } from './settings';
import { isHostChoice, type SiteState } from './site-state';

/** A file with everything that the user has made. Holds neither the token nor temporary state. */
export type Backup = Readonly<{
  format: 'matinee-backup';
  version: 1;
  /** ISO 8601. */
  createdAt: string;
  settings: unknown;
  sites: Readonly<Record<string, SiteState>>;
  corrections: Correction[];
  connectors: Readonly<Record<string, unknown>>;
}>;

/**
 * The kinds of data in a backup. Each is restored only if the person chose it. `settings` is without the two
 * kinds that send data elsewhere or record more: `tracker` (its address) and `private-windows`.
 */
export const backupParts = [
  'settings',
  'tracker',
  'private-windows',
  'sites',
  'corrections',
  'connectors',
] as const;
export type BackupPart = (typeof backupParts)[number];

/** The settings after a restore of the chosen parts. A pause is temporary and is not restored. */
export function restoredSettings(
  now: Settings,
  { baseUrl, allowHttp, devicePath, privateWindows, ...others }: Settings,
  chosen: ReadonlySet<BackupPart>,
): Settings {
  return {
    ...now,
    ...(chosen.has('settings') && { ...others, pausedUntil: now.pausedUntil }),
    ...(chosen.has('tracker') && { baseUrl, allowHttp, devicePath }),
    privateWindows: chosen.has('private-windows') ? privateWindows : now.privateWindows,
  };
}

/**
 * The first part of a file that cannot be restored; `undefined` for a valid backup. A file with one broken
 * part is refused as a whole, so that it does not change half of what is stored.
 */
export function brokenPart(value: unknown): string | undefined {
  const { format, version, settings, sites, corrections, connectors } = isRecord(value) ? value : {};
  const isValid = {
    format: format === 'matinee-backup',
    version: version === 1,
    settings: isRecord(settings),
    sites: isRecord(sites) && Object.values(sites).every(isRestorableSite),
    corrections: Array.isArray(corrections) && corrections.every(isCorrection),
    connectors: isRecord(connectors),
  };
  return Object.entries(isValid).find(([, valid]) => !valid)?.[0];
}

/** Checks a correction from a file, from storage or from a message. */
export function isCorrection(value: unknown): value is Correction {
  if (!isRecord(value) || !isRecord(value['media'])) return false;
  const { scope, media } = value;
  return (
    ['id', 'key', 'label'].every((name) => isShortText(value[name])) &&
    (scope === 'item' || scope === 'series') &&
    (media['type'] === 'movie' || media['type'] === 'episode') &&
    ['tmdbId', 'id', 'seasonNumber', 'episodeNumber'].every((name) => isOptionalInteger(media[name])) &&
    ['seasonOffset', 'episodeOffset'].every((name) => isOptionalInteger(value[name])) &&
    ['title', 'seriesTitle', 'episodeTitle', 'posterUrl', 'url'].every((name) => isOptionalText(media[name]))
  );
}

/** Stricter than what storage may hold: a host is one that the settings page accepts. */
function isRestorableSite(value: unknown): boolean {
  return isSiteState(value) && (value.hosts ?? []).every(isHostChoice);
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

function isOptionalText(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.length <= maxAddressLength);
}

function isOptionalInteger(value: unknown): boolean {
  return value === undefined || Number.isSafeInteger(value);
}

/** Room for two long titles (text/normalize-title.ts reads 500 characters of each) and their numbers. */
const maxTextLength = 1_200;
/** The limit for an address in messages (protocol/messages/contract.ts). */
const maxAddressLength = 2_000;
