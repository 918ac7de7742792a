import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { CatalogueError } from '../catalogue';
import { defined } from '../../../core/values/defined';
import type { OpenSource } from '../sources/open-database';
import type { SiteId, KnownWork } from '../sources/open-work';
import { openPackFile, removePackFile, type PackFile } from './pack-file';
import { packAgeMs, updatePack, type PackUpdateOptions, type PackUpdateResult } from './update-pack';
import type { PackCounts } from './write-pack';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { SourceAddresses, SourceClock } from '../sources/source-pace';
import { createTvmaze, tvmazeUpdateLimit } from '../sources/tvmaze';
import { createWikidata, createWikidataQuery } from '../sources/wikidata';

type Sources = Pick<PackUpdateOptions, 'query' | 'wikidata' | 'tvmaze'>;

export interface PackOptions extends Sources, Pick<PackUpdateOptions, 'limits' | 'wait'> {
  /** Path of the pack's file. `undefined`: no pack is possible, for example with data in memory. */
  readonly path: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type PackState = Readonly<{
  /** False: no pack is possible. */
  isPossible: boolean;
  /** Counts of works and episodes. Absent: there is no pack. */
  counts?: PackCounts;
  bytes?: number;
  isUpdating: boolean;
  /** The update was interrupted: the next one continues it. */
  isUnfinished: boolean;
  /** Milliseconds since 1970. */
  completedAt?: number;
  problem?: string;
}>;

/** The offline pack of a tracker: a source of titles, and the update that fills it. */
export type Pack = Readonly<{
  source: OpenSource;
  bySiteId: (id: SiteId) => Promise<KnownWork[]>;
  isThere: () => boolean;
  state: () => PackState;
  /** Runs until the pack is complete. A second call waits for the same update. */
  update: (onProgress?: () => void) => Promise<PackUpdateResult>;
  /** Continues an interrupted update, or starts one if the pack is a month old. */
  updateWhenDue: () => Promise<PackUpdateResult | undefined>;
  /** Asks the running update to end, also if it runs in another process. */
  stop: () => void;
  remove: () => Promise<void>;
  close: () => Promise<void>;
}>;

/** Path of the pack's file in the folder of the data. `undefined`: the data are in memory. */
export function packPathIn(dataDir: string): string | undefined {
  return dataDir === ':memory:' ? undefined : join(dataDir, 'catalogue.db');
}

export function createPack({ path, now, ...options }: PackOptions): Pack {
  const holder = randomUUID();
  let file: PackFile | undefined;
  let underWay: Readonly<{ done: Promise<PackUpdateResult>; end: AbortController }> | undefined;
  let isDamaged = false;
  const closeFile = () => {
    file?.close();
    file = undefined;
  };
  const open = (isMade = false): PackFile | undefined => {
    if (file !== undefined || path === undefined || !(isMade || (existsSync(path) && !isDamaged)))
      return file;
    if (isDamaged) removePackFile(path);
    file = openPackFile(path);
    isDamaged = false;
    return file;
  };
  /**
   * Reads from the pack. A damaged file is ignored, so questions are answered without it. The next update
   * replaces it.
   */
  const ask = <T>(read: (known: PackFile) => T): T | undefined => {
    try {
      const known = open();
      return known && read(known);
    } catch (error) {
      if (!isDamage(error))
        throw new CatalogueError('unreachable', 'The pack cannot be read', { cause: error });
      isDamaged = true;
      closeFile();
      return undefined;
    }
  };
  const endUpdate = async () => {
    underWay?.end.abort();
    await underWay?.done.catch(() => undefined);
    // Another update may have begun meanwhile.
    if (underWay === undefined) closeFile();
  };
  const update = (onProgress?: () => void): Promise<PackUpdateResult> => {
    if (underWay !== undefined) return underWay.done;
    const made = open(true);
    if (made === undefined) return Promise.resolve('failed');
    const end = new AbortController();
    const progress = onProgress === undefined ? {} : { onProgress };
    const done = updatePack({ ...options, ...progress, file: made, now, holder, signal: end.signal });
    underWay = { end, done: done.finally(() => (underWay = undefined)) };
    return underWay.done;
  };
  return {
    source: packSource(ask),
    bySiteId: async (id) =>
      (ask((known) => known.bySiteId(id)) ?? []).map(({ kind, tmdbId }) => ({ kind, tmdbId })),
    isThere: () => ask(() => true) === true,
    state() {
      const none = { isPossible: path !== undefined, isUpdating: false, isUnfinished: false };
      const state = ask((known) => stateOf(known, now())) ?? none;
      return isDamaged ? { ...state, problem: 'The file of the pack is damaged' } : state;
    },
    update,
    async updateWhenDue() {
      const isDue = ask((known) => isUpdateDue(known, now()));
      return isDue === true ? update() : undefined;
    },
    stop: () => ask((known) => known.setFact('stop', '1')),
    async remove() {
      await endUpdate();
      if (file === undefined && path !== undefined) removePackFile(path);
    },
    close: endUpdate,
  };
}

/** Whether damaged bytes caused an error: in SQLite, in zlib when a work is inflated, or in `JSON.parse`. */
function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return error instanceof SyntaxError || /^(?:SQLITE_CORRUPT|SQLITE_NOTADB|Z_)/.test(code);
}

function isUpdateDue(file: PackFile, now: number): boolean {
  const completed = file.fact('completed');
  const isOld = completed !== undefined && now - Number(completed) > packAgeMs;
  return isOld || file.fact('unfinished') !== undefined;
}

function stateOf(file: PackFile, now: number): PackState {
  const [, until = '0'] = file.fact('lease')?.split(' ') ?? [];
  const completed = file.fact('completed');
  const problem = file.fact('problem');
  return {
    isPossible: true,
    counts: file.counts(),
    bytes: file.size(),
    isUpdating: Number(until) > now,
    isUnfinished: file.fact('unfinished') !== undefined,
    ...defined({ completedAt: completed === undefined ? undefined : Number(completed), problem }),
  };
}

function packSource(ask: <T>(read: (file: PackFile) => T) => T | undefined): OpenSource {
  return {
    search: async (kind, words) => ask((file) => file.search(kind, words)) ?? [],
    work: async (kind, tmdbId) => ask((file) => file.work(kind, tmdbId)),
    byImdbId: async (id) => ask((file) => file.byImdbId(id)) ?? [],
    byTvdbId: async (id) => ask((file) => file.byTvdbId(id)) ?? [],
    series: async ({ tmdbId }) => ask((file) => file.series(tmdbId)),
  };
}

export interface TrackerPackOptions extends Pick<PackOptions, 'path' | 'now' | 'limits'> {
  readonly addresses: SourceAddresses;
  readonly fetch: typeof fetch;
  readonly userAgent: string;
  readonly clock?: SourceClock | undefined;
}

/** Slow enough for people's questions to go on beside an update. */
const WIKIDATA_LIMIT = { requests: 2, perMs: 1000, longestWaitMs: 60_000 };

/**
 * The offline pack with clients of its own for the sources. They are slower than those for people's
 * questions.
 */
export function packOfTracker({ addresses, fetch, userAgent, clock, ...options }: TrackerPackOptions): Pack {
  const shared = { fetch, userAgent, clock };
  const { wikidata, wikidataQuery, tvmaze } = addresses;
  return createPack({
    ...options,
    ...defined({ wait: clock?.wait }),
    query: createWikidataQuery({ ...shared, ...defined({ url: wikidataQuery }) }),
    wikidata: createWikidata({ ...shared, limit: WIKIDATA_LIMIT, ...defined({ url: wikidata }) }),
    tvmaze: createTvmaze({ ...shared, limit: tvmazeUpdateLimit, ...defined({ url: tvmaze }) }),
  });
}

/** The User-Agent for the free sources: the software, and how to reach its owner. */
export function userAgentOf(contact = 'a private tracker'): string {
  return `Matinee/${packageJson.version} (${contact})`;
}
