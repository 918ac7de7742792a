import { setTimeout as delay } from 'node:timers/promises';
import { CatalogueError } from '../catalogue';
import { seriesOf } from '../sources/open-database';
import type { WorkKind } from '../sources/open-work';
import type { Tvmaze } from '../sources/tvmaze';
import type { Wikidata, ListedWork, WikidataQuery } from '../sources/wikidata';
import type { PackFile } from './pack-file';

export type PackUpdateOptions = Readonly<{
  file: PackFile;
  query: WikidataQuery;
  wikidata: Pick<Wikidata, 'byIds'>;
  tvmaze: Pick<Tvmaze, 'byId' | 'byImdbId' | 'byTvdbId' | 'changes'>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Identifies the updating process, so that two processes do not update at once. */
  holder: string;
  signal: AbortSignal;
  /** Number of works that the pack should have, by kind. */
  limits?: Readonly<Record<WorkKind, number>>;
  /** Waits this long. Rejects when the signal is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  onProgress?: () => void;
}>;

/**
 * How an update ended. What was fetched stays, and the next update continues.
 * - `complete`: everything is there.
 * - `stopped`: somebody stopped the update, or its process ends.
 * - `busy`: another update is running.
 * - `failed`: a source could not be reached for too long.
 */
export type PackUpdateResult = 'complete' | 'stopped' | 'busy' | 'failed';

const packLimits: Readonly<Record<WorkKind, number>> = { movie: 25_000, tv: 8000 };
/** Milliseconds after which the list of works, and the series that have changed since, are fetched again. */
export const packAgeMs = 30 * 86_400_000;

/**
 * Minimum numbers of Wikimedia projects with a page about a work, from the best known works down. Each step
 * is one query, which must end within 60 s. The last steps find most works.
 */
const STEPS = [80, 50, 35, 27, 22, 18, 15, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
/** Works per request. Ten works have about 2 MB, which delays other requests by some 50 ms. */
const BATCH = 10;
/** Milliseconds after which an update that has not renewed its lease counts as dead. */
const LEASE_MS = 5 * 60_000;
/** The update ends after this many failures in a row. */
const FAILURES = 8;
const SHORTEST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 300_000;

/** Fetches what the pack lacks. If the pack is a month old, also fetches what has changed. */
export async function updatePack(options: PackUpdateOptions): Promise<PackUpdateResult> {
  const { file, now, holder } = options;
  if (!file.lease(holder, now(), now() + LEASE_MS)) return 'busy';
  file.setFact('unfinished', '1');
  file.setFact('stop', undefined);
  const result = await attempt(options);
  if (result !== 'failed') file.setFact('problem', undefined);
  // An update that a person stopped waits for a person. One whose process ended continues by itself.
  if (result === 'complete' || file.fact('stop') !== undefined) file.setFact('unfinished', undefined);
  if (result === 'complete') file.setFact('completed', String(now()));
  file.setFact('stop', undefined);
  file.setFact('lease', undefined);
  file.settle();
  return result;
}

async function attempt(options: PackUpdateOptions): Promise<PackUpdateResult> {
  try {
    await listWorks(options);
    let areWorksDone = false;
    const works = fetchWorks(options).finally(() => (areWorksDone = true));
    const [first, second] = await Promise.allSettled([works, fetchEpisodes(options, () => areWorksDone)]);
    for (const one of [first, second]) if (one.status === 'rejected') throw one.reason;
    return 'complete';
  } catch (error) {
    if (error instanceof Stopped || options.signal.aborted) return 'stopped';
    if (!(error instanceof CatalogueError)) throw error;
    options.file.setFact('problem', error.message);
    return 'failed';
  }
}

class Stopped extends Error {}

/** Fetches the list of works that belong in the pack, and which series have changed. */
async function listWorks(options: PackUpdateOptions): Promise<void> {
  const { file, query, tvmaze, now, limits = packLimits } = options;
  if (now() - Number(file.fact('listed') ?? 0) < packAgeMs) return;
  for (const kind of ['tv', 'movie'] as const) {
    const found: ListedWork[] = [];
    let below = 100_000;
    for (const from of STEPS) {
      if (found.length >= limits[kind]) break;
      found.push(...(await persist(options, () => query.listed(kind, { from, below }))));
      below = from;
    }
    refuseEmpty(found, limits[kind]);
    const best = found.toSorted((a, b) => b.popularity - a.popularity).slice(0, limits[kind]);
    file.want(
      kind,
      best.map((work) => ({ ...work, kind })),
    );
  }
  file.forgetChanged(await persist(options, () => tvmaze.changes()));
  file.setFact('listed', String(now()));
}

async function fetchWorks(options: PackUpdateOptions): Promise<void> {
  const { file, wikidata, onProgress } = options;
  for (;;) {
    const wanted = file.nextWanted(BATCH);
    const [first] = wanted;
    if (first === undefined) return;
    const { kind } = first;
    const asked = wanted.filter((work) => work.kind === kind);
    const ids = asked.map(({ wikidataId }) => wikidataId);
    file.addWorks(
      asked,
      await persist(options, async () => refuseEmpty(await wikidata.byIds(kind, ids), asked.length)),
    );
    onProgress?.();
  }
}

/**
 * Throws if Wikidata answers without works. All of them were listed with a TMDB id, so such an answer is
 * wrong.
 */
function refuseEmpty<T>(found: T[], asked: number): T[] {
  if (found.length > 0 || asked < BATCH / 2) return found;
  throw new CatalogueError('unreachable', 'Wikidata answers without works');
}

/**
 * Fetches the episodes while the works are fetched, because TVmaze sets the pace. Ends when all works are
 * there and no series is left.
 */
async function fetchEpisodes(options: PackUpdateOptions, areWorksDone: () => boolean): Promise<void> {
  const { file, tvmaze, now, onProgress } = options;
  for (;;) {
    // Read before `nextSeries`, because a work may be added between the two.
    const isLast = areWorksDone();
    const open = file.nextSeries(BATCH);
    for (const wanted of open) {
      file.addSeries(wanted, await persist(options, () => seriesOf(tvmaze, wanted.work)), now());
      onProgress?.();
    }
    if (open.length > 0) continue;
    if (isLast) return;
    await wait(options, 1000);
  }
}

/** Repeats a request until there is an answer. Waits for a source that is down or asks to wait. */
async function persist<T>(options: PackUpdateOptions, ask: () => Promise<T>): Promise<T> {
  const { file, now, holder } = options;
  for (let failures = 0; ; failures += 1) {
    if (options.signal.aborted || file.fact('stop') !== undefined) throw new Stopped();
    if (!file.lease(holder, now(), now() + LEASE_MS)) throw new Stopped();
    try {
      const answer = await ask();
      if (failures > 0) file.setFact('problem', undefined);
      return answer;
    } catch (error) {
      if (!(error instanceof CatalogueError) || failures >= FAILURES) throw error;
      file.setFact('problem', error.message);
      await wait(options, Math.max(error.retryAfterMs ?? 0, waitAfter(failures)));
    }
  }
}

function waitAfter(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** failures);
}

/** Waits in pieces, so that a stop is noticed and the lease is renewed. */
async function wait(options: PackUpdateOptions, ms: number): Promise<void> {
  const {
    signal,
    file,
    holder,
    now,
    wait: pause = (time, end) => delay(time, undefined, { signal: end }),
  } = options;
  for (let left = Math.min(ms, 2 * LONGEST_WAIT_MS); left > 0; left -= 2000) {
    if (file.fact('stop') !== undefined) throw new Stopped();
    file.lease(holder, now(), now() + LEASE_MS);
    await pause(Math.min(left, 2000), signal);
  }
}
