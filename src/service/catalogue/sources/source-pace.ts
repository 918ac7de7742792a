import { CatalogueError } from '../catalogue';

/**
 * At most `requests` requests begin within any `perMs`. A request that would wait longer than `longestWaitMs`
 * is refused, because it could not be answered in time.
 */
export type SourceLimit = Readonly<{
  requests: number;
  perMs: number;
  longestWaitMs: number;
}>;

/** The clock and the timer of a pace. Tests replace them. */
export type SourceClock = Readonly<{
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  wait: (ms: number) => Promise<void>;
}>;

const REAL_CLOCK: SourceClock = {
  now: () => performance.now(),
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

/** Spreads the requests of this process to one source over time. */
export function createSourcePace(name: string, limit: SourceLimit, { now, wait } = REAL_CLOCK) {
  const begun: number[] = [];
  let pause = { until: Number.NEGATIVE_INFINITY, reason: 'busy' as 'busy' | 'unreachable' };
  const refuseWhilePaused = () => {
    const left = pause.until - now();
    if (left > 0) throw new CatalogueError(pause.reason, `${name} is not asked`, { retryAfterMs: left });
  };
  return {
    /** Resolves when the request may begin. Its slot is reserved at once, also if it lies in the future. */
    async admit(): Promise<void> {
      refuseWhilePaused();
      const at = now();
      while (begun.length > 0 && (begun[0] ?? 0) <= at - limit.perMs) begun.shift();
      const before = begun.at(-limit.requests);
      const start = before === undefined ? at : Math.max(at, before + limit.perMs);
      const retryAfterMs = start - at;
      if (retryAfterMs > limit.longestWaitMs)
        throw new CatalogueError('busy', `Too many questions wait for ${name}`, { retryAfterMs });
      begun.push(start);
      if (start === at) return;
      await wait(retryAfterMs);
      refuseWhilePaused();
    },
    /** Refuses all requests for this time with a `CatalogueError` of this code. */
    pause(ms: number, reason: 'busy' | 'unreachable'): void {
      pause = { until: now() + ms, reason };
    },
  };
}

/** Addresses of the free sources, for tests and for mirrors. */
export type SourceAddresses = Readonly<{
  wikidata?: string | undefined;
  /** The query service of Wikidata, which only the offline pack needs. */
  wikidataQuery?: string | undefined;
  tvmaze?: string | undefined;
  anilist?: string | undefined;
}>;

/** The addresses set in the environment; otherwise the sources' own. */
export function addressesOf(env: NodeJS.ProcessEnv): SourceAddresses {
  return {
    wikidata: env['MATINEE_WIKIDATA_URL'] || undefined,
    wikidataQuery: env['MATINEE_WIKIDATA_QUERY_URL'] || undefined,
    tvmaze: env['MATINEE_TVMAZE_URL'] || undefined,
    anilist: env['MATINEE_ANILIST_URL'] || undefined,
  };
}
