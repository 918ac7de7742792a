import { isRecord } from '../values/is-record';
import type { LadderDays } from './ladder-days';

/**
 * The user's choices for one site; stored under `sites` as id → state. Absent: on, without
 * overrides.
 */
export interface SiteState {
  readonly enabled: boolean;
  /**
   * The user's own hosts of a self-hosted product, as match patterns such as `https://media.example.org/*`.
   */
  readonly hosts?: readonly string[];
  /** Settings that differ on this site. */
  readonly overrides?: {
    readonly interval?: number;
    readonly evidence?: 0 | 0.25 | 0.5 | 0.8;
    readonly minimumLength?: number;
  };
}

/** Whether a text is a match pattern of one host, as the person may add it to a site. */
export function isHostChoice(pattern: string): boolean {
  return pattern.length <= 300 && /^https?:\/\/[a-z0-9.[\]:-]+\/\*$/.test(pattern);
}

/** How well a connector has read its site lately on this machine; stored under `health`. */
export interface SiteHealth {
  /** Milliseconds since 1970. */
  readonly lastReadAt: number;
  /** The connector's own sources fail and the page's structured data is used. */
  readonly degraded: boolean;
  /** Fields that the connector itself could not fill at the last reading. */
  readonly missing: readonly string[];
  /** The readings of the last days. */
  readonly days?: LadderDays;
}

export function isSiteHealth(value: unknown): value is SiteHealth {
  if (!isRecord(value)) return false;
  const { lastReadAt, degraded, missing } = value;
  return (
    Number.isFinite(lastReadAt) &&
    typeof degraded === 'boolean' &&
    Array.isArray(missing) &&
    missing.every((one) => typeof one === 'string')
  );
}

/** One site as the options page lists it. */
export interface SiteView {
  readonly id: string;
  readonly name: string;
  readonly origin: 'built-in' | 'mine' | 'tracker';
  readonly homepage?: string;
  readonly regions: readonly string[];
  /** Match patterns for which access is requested. */
  readonly hosts: readonly string[];
  /** A self-hosted product: the user names the hosts. */
  readonly userHosts: boolean;
  readonly state: SiteState;
  readonly granted: boolean;
  readonly health?: SiteHealth;
  /** When somebody last checked the definition against the live site (a date); absent: never. */
  readonly verified?: string;
  /** The packaged connector's grade of evidence; absent: none, or a connector of the user. */
  readonly grade?: 'bronze' | 'silver' | 'gold';
}
