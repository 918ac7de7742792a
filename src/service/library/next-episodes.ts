import { createAllowance, type Allowance } from '../catalogue/allowance';
import type { Title } from '../catalogue/catalogue';
import { CatalogueError } from '../catalogue/catalogue-error';
import type { Service } from '../http/environment';
import { mediaKey } from '../store/media-key';
import type { SessionRow } from '../store/sessions';

/**
 * Most requests to the film database that one list costs; the newest series first. The popup asks for the
 * list each time it opens, and each time more of it is stored.
 */
const REQUEST_LIMIT = 4;

/** A series and the episode of it that its person sees next. */
export interface NextEpisode {
  readonly showId: number;
  readonly title: Title;
}

/**
 * For each of these series, by its last viewing: the first episode after it that the person has not watched,
 * if it was aired. So a rewatch of the beginning proposes nothing that was watched since. Specials lead to no
 * other episode than the next special, and only where nothing else of the series was watched.
 */
export async function nextEpisodes(
  service: Service,
  userId: string,
  last: readonly SessionRow[],
  allowance = createAllowance({ requests: REQUEST_LIMIT }),
): Promise<NextEpisode[]> {
  const places = last.flatMap(({ tmdbId, seasonNumber, episodeNumber }) =>
    tmdbId === null || seasonNumber === null || episodeNumber === null
      ? []
      : [{ tmdbId, seasonNumber, episodeNumber }],
  );
  const { watchedTitles } = service.store;
  const findWatched: FindWatched = async (media) =>
    new Set((await watchedTitles.among(userId, media)).keys());
  const found = await Promise.all(places.map((place) => findNext(service, place, findWatched, allowance)));
  return found.flatMap((title) => (title === undefined ? [] : [{ showId: title.tmdbId, title }]));
}

/** Those of these episodes that the person has watched. */
type FindWatched = (media: readonly string[]) => Promise<ReadonlySet<string>>;

interface Place {
  readonly tmdbId: number;
  readonly seasonNumber: number;
  readonly episodeNumber: number;
}

/** Most seasons that are passed over because all that is left of them was watched. */
const SEASON_LIMIT = 50;

/**
 * The first unwatched episode behind a place. `undefined`: there is none, or the catalogue cannot be asked.
 */
export async function findNext(
  { catalogue }: Pick<Service, 'catalogue'>,
  place: Place,
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

/** Episodes that are looked up at once: mostly the next one is not watched. */
const WINDOW = 8;

/** The last of the watched episodes that follow each other from this one on. */
async function endOfRun(place: Place, findWatched: FindWatched): Promise<Place> {
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

function keyOf(place: Place): string {
  return mediaKey({ type: 'episode', ...place });
}
