/** What the person chose for one site; kept in `storage.local` under `sites` as id → state. Absent: on, no overrides. */
export interface SiteState {
  readonly enabled: boolean;
  /** Hosts that the person named for a self-hosted product, as origin patterns like `https://media.example.org/*`. */
  readonly hosts?: readonly string[];
  /** Settings that differ on this site. */
  readonly overrides?: {
    readonly interval?: number;
    readonly evidence?: 0 | 0.25 | 0.5 | 0.8;
    readonly minimumLength?: number;
  };
}

/** How well a connector reads, from the last readings on this machine; kept in `storage.local` under `health`. */
export interface SiteHealth {
  readonly lastReadAt: number;
  readonly degraded: boolean;
  /** Fields that the connector itself could not fill at the last reading. */
  readonly missing: readonly string[];
}

export function isSiteHealth(value: unknown): value is SiteHealth {
  if (typeof value !== 'object' || value === null) return false;
  const { lastReadAt, degraded, missing } = value as Record<string, unknown>;
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
  readonly origin: 'built-in' | 'mine';
  readonly homepage?: string;
  readonly regions: readonly string[];
  /** Match patterns that access is asked for. */
  readonly hosts: readonly string[];
  readonly userHosts: boolean;
  readonly state: SiteState;
  readonly granted: boolean;
  readonly health?: SiteHealth;
  /** When somebody last checked the definition against the live site; undefined is never. */
  readonly verified?: string;
}
