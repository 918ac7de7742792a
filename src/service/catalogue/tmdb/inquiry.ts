import { languageTag } from '../../../core/text/language-tag';
import { type Allowance, CatalogueError } from '../catalogue';
import type { Get } from './client';
import type { Posters, StoredTitle, Titles } from '../../store/titles';

/** Access to the film database for one question: cached answers, and requests within its allowance. */
export type Inquiry = Readonly<{
  get: Get;
  cache: TitleCache;
  /** Language of titles and names: `de`, `pt-BR`. */
  language: string;
}>;

export type TitleKind = 'movie' | 'tv';

export function createInquiry(get: Get, cache: TitleCache, allowance: Allowance, language = 'en'): Inquiry {
  const pay: Get = async (path, schema, query) => {
    allowance.take();
    return get(path, schema, query);
  };
  return { get: pay, cache, language: toTmdbLanguage(language) };
}

/**
 * The language code that the film database knows. It does not distinguish the two written forms of Norwegian.
 */
function toTmdbLanguage(language: string): string {
  return languageTag(language) === 'nb' ? 'no' : language;
}

/** Stores which picture is the poster of each work. */
export async function rememberPosters(
  { cache }: Inquiry,
  kind: TitleKind,
  works: Readonly<{ id: number; poster?: string }>[],
): Promise<void> {
  const paths = works.map(({ id, poster }) => [`${kind}/${String(id)}`, poster ?? ''] as const);
  if (paths.length > 0) await cache.setPosters(new Map(paths));
}

/** Waits for work; `undefined` if the question's allowance is used up. Other errors are passed on. */
export async function affordable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'spent') return undefined;
    throw error;
  }
}

/** Milliseconds for which an answer is used without asking again. */
const FRESH_MS = 30 * 24 * 3600_000;

/**
 * Milliseconds for which "unknown" is used without asking again, and so is a series that may have a new
 * episode.
 */
export const dayMs = 24 * 3600_000;

export type TitleCacheOptions = Readonly<{
  titles: Titles;
  posters: Posters;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** Values by key. `undefined`: the film database does not know it. */
export type Entries = Readonly<Record<string, unknown>>;

export interface TitleCache {
  /**
   * The value of `key`. If the stored value is older than `maxAgeMs`, `load` supplies it, possibly with other
   * values. If `load` fails with a `CatalogueError`, an older value is used. Otherwise `get` rejects as
   * `load` does.
   */
  get<T>(key: string, load: () => Promise<Entries>, maxAgeMs?: number): Promise<T | undefined>;
  /** The stored value, however old. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the value
  peek<T>(key: string): Promise<T | undefined>;
  has(key: string): Promise<boolean>;
  setPosters(paths: ReadonlyMap<string, string>): Promise<void>;
}

/** Caches the film database's answers in the store. Identical requests in flight are sent once. */
export function createTitleCache({ titles, posters, now }: TitleCacheOptions): TitleCache {
  const underWay = new Map<string, Promise<Entries>>();
  const read = (key: string) => titles.read(versioned(key));
  const keep = (entries: Entries) => titles.write(mapKeys(entries)).then(() => entries);

  const isFresh = (stored: StoredTitle, maxAgeMs: number) =>
    isYounger(stored, now() - stored.fetchedAt, maxAgeMs);

  /** Callers with the same key share one request. */
  function join(key: string, load: () => Promise<Entries>): Promise<Entries> {
    const started = underWay.get(key);
    if (started !== undefined) return started;
    const loading = load()
      .then(keep)
      .finally(() => underWay.delete(key));
    underWay.set(key, loading);
    return loading;
  }

  return {
    async get<T>(key: string, load: () => Promise<Entries>, maxAgeMs = FRESH_MS) {
      const stored = await read(key);
      if (stored !== undefined && isFresh(stored, maxAgeMs)) return stored.body as T | undefined;
      try {
        return (await join(key, load))[key] as T | undefined;
      } catch (error) {
        // An old "unknown" is not used, because clients remember it.
        if (!(error instanceof CatalogueError) || stored === undefined || isNothing(stored.body)) throw error;
        return stored.body as T;
      }
    },
    peek: async (key) => (await read(key))?.body as never,
    has: async (key) => {
      const stored = await read(key);
      return stored !== undefined && isFresh(stored, FRESH_MS);
    },
    setPosters: (paths) => posters.setPaths(paths),
  };
}

function isYounger({ body }: StoredTitle, age: number, maxAgeMs: number): boolean {
  return age >= 0 && age < (isNothing(body) ? Math.min(dayMs, maxAgeMs) : maxAgeMs);
}

/**
 * Version of the stored format. It is part of the key, so values of other versions are ignored; they are
 * deleted when they are old.
 */
const FORM = '1';

function versioned(key: string): string {
  return `${FORM}/${key}`;
}

function mapKeys(entries: Entries): Entries {
  return Object.fromEntries(Object.entries(entries).map(([name, body]) => [versioned(name), body]));
}

function isNothing(body: unknown): boolean {
  return body === undefined || (Array.isArray(body) && body.length === 0);
}
