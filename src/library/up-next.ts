import type { MediaIds } from '../core/library/media-key';
import { createAllowance, type Title } from '../service/catalogue/catalogue';
import { findNext } from '../service/catalogue/find-next';
import type { LibraryPlaying, Watch, Library } from './database';
import { listWatches, openPlayings } from './history';

/** Maximum requests to a film database per list: the popup requests it each time it opens. */
const REQUEST_LIMIT = 4;
/** Entries of the list. */
const LIST_LIMIT = 20;

type NextTitles = Readonly<{
  /** Begun and not watched: each film, and the latest episode of each series. */
  unfinished: LibraryPlaying[];
  following: Title[];
}>;

/** What was begun, then for each series the first unwatched episode after the last watched one. */
export async function upNext({
  catalogue,
  database,
}: Pick<Library, 'catalogue' | 'database'>): Promise<NextTitles> {
  const unfinished = onceEach(await openPlayings(database)).slice(0, LIST_LIMIT);
  const watches = await listWatches(database);
  const watched = new Set(watches.map(({ media }) => media));
  const findWatched = async () => watched;
  const begun = new Set(unfinished.map(workOf));
  const last = onceEach(watches.filter(isPlaced)).filter((watch) => !begun.has(workOf(watch)));
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  const found = await Promise.all(
    last
      .slice(0, LIST_LIMIT)
      .map(({ ids: { tmdbId = 0, seasonNumber = 0, episodeNumber = 0 } }) =>
        findNext(catalogue, { tmdbId, seasonNumber, episodeNumber }, findWatched, allowance),
      ),
  );
  return { unfinished, following: found.filter((title) => title !== undefined) };
}

/** The first of each film and series. */
function onceEach<T extends Pick<LibraryPlaying, 'media' | 'ids'>>(rows: T[]): T[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const work = workOf(row);
    if (seen.has(work)) return false;
    seen.add(work);
    return true;
  });
}

/** `show:1396`, or the key of a film. */
export function workOf({ media, ids: { type, tmdbId } }: Pick<LibraryPlaying, 'media' | 'ids'>): string {
  return type === 'episode' && tmdbId !== undefined ? `show:${String(tmdbId)}` : media;
}

function isPlaced({ ids }: Pick<Watch, 'ids'>): boolean {
  const { type, tmdbId, seasonNumber, episodeNumber }: MediaIds = ids;
  return type === 'episode' && [tmdbId, seasonNumber, episodeNumber].every((one) => one !== undefined);
}
