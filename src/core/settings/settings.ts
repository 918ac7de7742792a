import { isRecord } from '../values/is-record';

/** The choices of the user. Stored as a whole, and repaired field by field when read (`readSettings`). */
export type Settings = Readonly<{
  /** Seconds between two updates while playing: 30 to 600. */
  interval: number;
  /**
   * Share of the item that must have been played before reaching 90 % counts. 0: the minimum, 60 s or 5 % if
   * that is less.
   */
  evidence: 0 | 0.25 | 0.5 | 0.8;
  /** Items shorter than this many seconds are skipped. */
  minimumLength: number;
  films: boolean;
  episodes: boolean;
  privateWindows: boolean;
  notifications: boolean;
  theme: 'system' | 'light' | 'dark';
  /** Milliseconds since 1970 until which everything is paused; 0: not paused, -1: until switched on. */
  pausedUntil: number;
  /** Base URL of the tracker. Empty: the build's default. */
  baseUrl: string;
  /** The user accepts an unencrypted tracker in the local network. */
  allowHttp: boolean;
  /** Path below the base URL for requesting a device code; not part of the documented interface. */
  devicePath: string;
  logLevel: 'error' | 'info' | 'debug';
}>;

export const defaultSettings: Settings = {
  interval: 300,
  evidence: 0,
  minimumLength: 30,
  films: true,
  episodes: true,
  privateWindows: false,
  notifications: false,
  theme: 'system',
  pausedUntil: 0,
  baseUrl: '',
  allowHttp: false,
  devicePath: '/auth/device/code',
  logLevel: 'error',
};

/** Settings from storage, a backup or a message. A field that is missing or invalid becomes its default. */
export function readSettings(value: unknown): Settings {
  const found = isRecord(value) ? value : {};
  return {
    interval: number(found['interval'], 30, 600, defaultSettings.interval),
    evidence: oneOf(found['evidence'], [0, 0.25, 0.5, 0.8] as const, defaultSettings.evidence),
    minimumLength: number(found['minimumLength'], 0, 3600, defaultSettings.minimumLength),
    films: flag(found['films'], defaultSettings.films),
    episodes: flag(found['episodes'], defaultSettings.episodes),
    privateWindows: flag(found['privateWindows'], defaultSettings.privateWindows),
    notifications: flag(found['notifications'], defaultSettings.notifications),
    theme: oneOf(found['theme'], ['system', 'light', 'dark'] as const, defaultSettings.theme),
    pausedUntil: number(found['pausedUntil'], -1, Number.MAX_SAFE_INTEGER, defaultSettings.pausedUntil),
    baseUrl: text(found['baseUrl'], 500, defaultSettings.baseUrl),
    allowHttp: flag(found['allowHttp'], defaultSettings.allowHttp),
    devicePath: text(found['devicePath'], 200, defaultSettings.devicePath),
    logLevel: oneOf(found['logLevel'], ['error', 'info', 'debug'] as const, defaultSettings.logLevel),
  };
}

/** Whether everything is paused at this time (milliseconds since 1970). */
export function isPaused(settings: Settings, now: number): boolean {
  return settings.pausedUntil === -1 || settings.pausedUntil > now;
}

function number(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && value >= least && value <= most ? value : otherwise;
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function text(value: unknown, most: number, otherwise: string): string {
  return typeof value === 'string' && value.length <= most ? value : otherwise;
}

function oneOf<T>(value: unknown, allowed: T[], otherwise: T): T {
  return allowed.find((one) => one === value) ?? otherwise;
}
