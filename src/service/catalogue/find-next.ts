import { mediaKey } from '../../core/library/media-key';
import { type Allowance, type Catalogue, type EpisodePlace, type Title, CatalogueError } from './catalogue';

/** Returns which of these episodes (media keys) the person has watched. */
export type FindWatched = (media: string[]) => Promise<ReadonlySet<string>>;

/** Maximum number of watched seasons that are skipped. */
const SEASON_LIMIT = 50;

/**
 * The first unwatched episode after a place. `undefined`: there is none, or the catalogue cannot be asked.
 */
export async function findNext(
  catalogue: Pick<Catalogue, 'next'>,
  place: EpisodePlace,
  findWatched: FindWatched,
  allowance: Allowance,
): Promise<Title | undefined> {
  let from = place;
  try {
    for (let seasons = 0; seasons < SEASON_LIMIT; seasons += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each season depends on what is watched of the one before
      const next = await catalogue.next(await endOfRun(from, findWatched), allowance);
      const { seasonNumber, episodeNumber } = next ?? {};
      if (seasonNumber === undefined || episodeNumber === undefined) return next;
      from = { tmdbId: place.tmdbId, seasonNumber, episodeNumber };
      const key = keyOf(from);
      // oxlint-disable-next-line no-await-in-loop
      if (!(await findWatched([key])).has(key)) return next;
    }
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
  }
  return undefined;
}

/** Number of episodes that are checked at once. Usually the next episode is unwatched. */
const WINDOW = 8;

/** The last episode of the run of watched episodes that begins with this one. */
async function endOfRun(place: EpisodePlace, findWatched: FindWatched): Promise<EpisodePlace> {
  for (let end = place; ;) {
    const { episodeNumber } = end;
    const ahead = Array.from({ length: WINDOW }, (_, index) => ({
      ...end,
      episodeNumber: episodeNumber + index + 1,
    }));
    // oxlint-disable-next-line no-await-in-loop -- each window begins where the one before ends
    const watched = await findWatched(ahead.map(keyOf));
    const run = ahead.findIndex((one) => !watched.has(keyOf(one)));
    if (run !== -1) return { ...end, episodeNumber: episodeNumber + run };
    end = { ...end, episodeNumber: episodeNumber + WINDOW };
  }
}

function keyOf(place: EpisodePlace): string {
  return mediaKey({ type: 'episode', ...place });
}
