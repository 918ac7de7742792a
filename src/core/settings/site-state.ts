import type { SiteHealth } from './site-health';

/**
 * The user's choices for one site; stored under `sites` as id → state. Absent: on, without
 * overrides.
 */
export type SiteState = Readonly<{
  enabled: boolean;
  /**
   * The user's own hosts of a self-hosted product, as match patterns such as `https://media.example.org/*`.
   */
  hosts?: string[];
  /** Settings that differ on this site. */
  overrides?: Readonly<{
    interval?: number;
    evidence?: 0 | 0.25 | 0.5 | 0.8;
    minimumLength?: number;
  }>;
}>;

/** Whether a text is a match pattern of one host, as the person may add it to a site. */
export function isHostChoice(pattern: string): boolean {
  return pattern.length <= 300 && /^https?:\/\/[a-z0-9.[\]:-]+\/\*$/.test(pattern);
}

/** One site as the options page lists it. */
export type SiteView = Readonly<{
  id: string;
  name: string;
  origin: 'built-in' | 'mine' | 'tracker';
  homepage?: string;
  regions: string[];
  /** Match patterns for which access is requested. */
  hosts: string[];
  /** A self-hosted product: the user names the hosts. */
  userHosts: boolean;
  state: SiteState;
  granted: boolean;
  health?: SiteHealth;
  /** When somebody last checked the definition against the live site (a date); absent: never. */
  verified?: string;
  /** The packaged connector's grade of evidence; absent: none, or a connector of the user. */
  grade?: 'bronze' | 'silver' | 'gold';
  /** The month of the newest source that reads the title where the packaged connector does: `2026-07`. */
  confirmed?: string;
}>;
