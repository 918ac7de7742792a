import { defined } from '../../core/values/defined';
import { createAllowance, type Allowance, type Title, CatalogueError } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import { type MediaRow, unnamedRow } from '../store/media';
import type { Store } from '../store/store';

/** Maximum requests to the film database per call. */
const REQUEST_LIMIT = 20;

type Names = Partial<Pick<MediaRow, 'title' | 'episodeTitle' | 'year'>>;

/**
 * Looks up the missing titles of the rows and stores them, so that each is looked up once. A row that the
 * catalogue does not know stays without a title.
 */
export async function nameMedia<T extends MediaRow>(
  service: Service,
  rows: T[],
  allowance = createAllowance({ requests: REQUEST_LIMIT }),
): Promise<T[]> {
  const hasPoster = await findPosters(service, rows);
  return nameSome(service, rows, { isNamed: (row) => isTitled(row) && hasPoster(row), allowance });
}

/** Like `nameMedia`, but ignores missing posters. */
export function nameUntitled<T extends MediaRow>(
  service: NameContext,
  rows: T[],
  allowance: Allowance,
): Promise<T[]> {
  return nameSome(service, rows, { isNamed: isTitled, allowance });
}

/** Maximum requests to the film database per search, for works without a name. */
const SEARCH_REQUEST_LIMIT = 4;

/** The films and series of a history with these words in one of their names, in any language. */
export async function searchHistory(service: Service, userId: string, text: string): Promise<string[]> {
  const { workNames } = service.store;
  indexOnce(service);
  const { found, unnamed } = await workNames.search(userId, text);
  if (unnamed.length === 0) return [...found];
  const rows = (await workNames.watchedOf(userId, unnamed)).map(unnamedRow);
  await nameMedia(service, rows, createAllowance({ requests: SEARCH_REQUEST_LIMIT }));
  return [...found, ...(await workNames.among(unnamed, text))];
}

type NameContext = Pick<Service, 'store' | 'catalogue'>;

function isTitled({ title, isFromFile = 0 }: MediaRow): boolean {
  return title !== null && isFromFile === 0;
}

type NameOptions<T> = Readonly<{
  isNamed: (row: T) => boolean;
  allowance: Allowance;
}>;

async function nameSome<T extends MediaRow>(
  service: NameContext,
  rows: T[],
  { isNamed, allowance }: NameOptions<T>,
): Promise<T[]> {
  if (rows.every(isNamed)) return rows;
  const lookUps = new Map<string, Promise<Names>>();
  return Promise.all(
    rows.map(async (row) => {
      if (isNamed(row)) return row;
      const names = lookUps.get(row.media) ?? lookUp(service, row, allowance);
      lookUps.set(row.media, names);
      return { ...row, ...(await names) };
    }),
  );
}

/**
 * Returns whether a row's poster is known. A row without one is looked up, because earlier versions stored
 * titles alone. Without a film database there are no posters, so every row counts as known.
 */
async function findPosters(
  { filmDatabase, store }: Service,
  rows: MediaRow[],
): Promise<(row: MediaRow) => boolean> {
  if ((await filmDatabase.origin()) === undefined) return () => true;
  const known = await store.posters.known([...new Set(rows.flatMap(worksOf))]);
  return (row) => worksOf(row).every((work) => known.has(work));
}

function worksOf({ type, tmdbId }: MediaRow): string[] {
  return tmdbId === null ? [] : [`${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`];
}

async function lookUp(
  { catalogue, store }: NameContext,
  row: MediaRow,
  allowance: Allowance,
): Promise<Names> {
  try {
    const [title] = await catalogue.resolve(referenceOf(row), allowance);
    if (title === undefined) return await nameSeries(catalogue, row, allowance);
    await store.media.setTitles(row.media, title);
    await store.workNames.set(...namesOf(title));
    return { title: title.title, episodeTitle: title.episodeTitle ?? null, year: title.year ?? null };
  } catch (error) {
    // The list is shown without this title; the next call looks it up again.
    if (error instanceof CatalogueError) return {};
    throw error;
  }
}

/**
 * Names the series of an episode that the catalogue does not know, for example because seasons are counted
 * differently. The result is not stored: tomorrow the catalogue may know the episode.
 */
async function nameSeries(
  catalogue: NameContext['catalogue'],
  { type, tmdbId, title }: MediaRow,
  allowance: Allowance,
): Promise<Names> {
  if (type !== 'episode' || tmdbId === null || title !== null) return {};
  const first = { type, tmdbId, seasonNumber: 1, episodeNumber: 1 };
  const [series] = await catalogue.resolve(first, allowance);
  return series === undefined ? {} : { title: series.title };
}

/** The key of a work, and all its names for the search. */
function namesOf({ type, tmdbId, title, originalTitle = title, titles = [] }: Title): [string, string[]] {
  const work = `${type === 'movie' ? 'movie' : 'show'}:${String(tmdbId)}`;
  return [work, [title, originalTitle, ...titles.map((name) => name.title)]];
}

function referenceOf({ type, tmdbId, episodeId, seasonNumber, episodeNumber }: MediaRow) {
  // If the place is known, it is looked up without the episode's id: a client has stated that id, and the
  // result is stored for all people.
  const id = tmdbId === null ? (episodeId ?? undefined) : undefined;
  return defined({
    type,
    tmdbId: tmdbId ?? undefined,
    id,
    seasonNumber: seasonNumber ?? undefined,
    episodeNumber: episodeNumber ?? undefined,
  });
}

const indexed = new WeakSet<Store>();

/** The first search of a process also indexes names stored by an earlier version. */
function indexOnce({ store, log }: Service): void {
  if (indexed.has(store)) return;
  indexed.add(store);
  void indexAll(store).catch((error: unknown) => {
    indexed.delete(store);
    log({ level: 'error', event: 'search', error });
  });
}

async function indexAll({ workNames }: Store): Promise<void> {
  while (await workNames.indexSome());
}
