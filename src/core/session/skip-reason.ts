/** Why a playback is deliberately not recorded. Each reason has a text `skip_<reason>` in the locales. */
export const skipReasons = [
  /** An ad plays in the player; the session is kept. */
  'ad',
  /** A trailer, preview, recap or bonus clip. */
  'trailer',
  /** A live stream: infinite or absurd duration. */
  'live',
  /** Shorter than the limit in the settings. */
  'too-short',
  /** A private window, and the settings do not include those. */
  'private-window',
  /** The user has marked this title in this tab as watched by somebody else. */
  'not-me',
  /** Films or episodes are turned off in the settings. */
  'type-off',
  /** The same item plays in another tab, which holds the session. */
  'other-tab',
  /** Past 90 %, but too little of the item was played. */
  'insufficient-evidence',
  /** What plays has just changed; a second reading must confirm it. */
  'settling',
] as const;

export type SkipReason = (typeof skipReasons)[number];
