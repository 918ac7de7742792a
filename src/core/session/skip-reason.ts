/** Why a playback that is running is deliberately not scrobbled. Each has a sentence `skip_<reason>` in the locales. */
export const skipReasons = [
  /** An ad plays in the player; the session is frozen and lives on. */
  'ad',
  /** A trailer, preview, recap or bonus clip. */
  'trailer',
  /** A live stream: infinite or absurd duration. */
  'live',
  /** Shorter than the limit of the settings. */
  'too-short',
  /** A private window, and the person has not switched those on. */
  'private-window',
  /** The person said that somebody else is watching. */
  'not-me',
  /** Films, or episodes, are switched off in the settings. */
  'type-off',
  /** The same item plays in another tab, which holds the session. */
  'other-tab',
  /** Past 90 %, but the extension has not seen enough of it being played. */
  'insufficient-evidence',
  /** What plays has just changed; the reading must repeat itself before it counts. */
  'settling',
] as const;

export type SkipReason = (typeof skipReasons)[number];
