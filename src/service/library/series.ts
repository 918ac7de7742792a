import { CatalogueError } from '../catalogue/catalogue-error';
import type { Title } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import { mediaKey } from '../../core/library/media-key';

/** An episode of a season, and how often and when last the person has watched it. */
export interface EpisodeTick {
  readonly number: number;
  readonly times: number;
  /** Milliseconds since 1970. */
  readonly lastAt: number | undefined;
}

export interface SeasonTicks {
  readonly number: number;
  readonly episodes: readonly EpisodeTick[];
}

export interface SeriesView {
  readonly tmdbId: number;
  /** `undefined`: neither the catalogue nor an import names the series. */
  readonly title: string | undefined;
  readonly year: number | undefined;
  /** In the order of their numbers, the specials last. */
  readonly seasons: readonly SeasonTicks[];
  /** Seconds of an episode, where it is known. */
  readonly runtime: number | undefined;
}

/** A series with its seasons: those of the catalogue, and what was watched that it does not know. */
export async function findSeries(service: Service, userId: string, tmdbId: number): Promise<SeriesView> {
  const watched = await service.store.findViewings.ofShow(userId, tmdbId);
  const places = [...watched.keys()].flatMap((media) => placeIn(media) ?? []);
  const title = await findTitle(service, tmdbId, places[0]);
  const lengths = new Map((title?.seasons ?? []).map(({ number, episodes }) => [number, episodes]));
  for (const { season, episode } of places) lengths.set(season, Math.max(episode, lengths.get(season) ?? 0));
  const tick = (seasonNumber: number, episodeNumber: number): EpisodeTick => {
    const found = watched.get(mediaKey({ type: 'episode', tmdbId, seasonNumber, episodeNumber }));
    return { number: episodeNumber, times: found?.times ?? 0, lastAt: found?.lastAt };
  };
  return {
    tmdbId,
    title: title?.title ?? (await titleInFile(service, userId, tmdbId, places[0])),
    year: title?.year,
    runtime: title?.runtime,
    seasons: [...lengths]
      .filter(([, episodes]) => episodes > 0)
      .sort(([a], [b]) => (a || Infinity) - (b || Infinity))
      .map(([number, length]) => ({
        number,
        episodes: Array.from({ length: Math.min(length, EPISODES) }, (_, index) => tick(number, index + 1)),
      })),
  };
}

/** Most episodes of a season that are shown. */
const EPISODES = 2000;

interface Place {
  readonly season: number;
  readonly episode: number;
}

function placeIn(media: string): Place | undefined {
  const [, , season, episode] = media.split(':');
  return episode === undefined ? undefined : { season: Number(season), episode: Number(episode) };
}

const FIRST: Place = { season: 1, episode: 1 };

/** By an episode that was watched; where the catalogue does not know that one, by the first of all. */
async function findTitle(service: Service, tmdbId: number, place = FIRST): Promise<Title | undefined> {
  return (await lookUp(service, tmdbId, place)) ?? lookUp(service, tmdbId, FIRST);
}

/** As an import of the person names it. */
async function titleInFile(
  { store }: Service,
  userId: string,
  tmdbId: number,
  place: Place | undefined,
): Promise<string | undefined> {
  if (place === undefined) return undefined;
  const ids = { type: 'episode', tmdbId, seasonNumber: place.season, episodeNumber: place.episode } as const;
  const [session] = await store.sessions.ofMedia(userId, ids);
  return session?.title ?? undefined;
}

async function lookUp(
  { catalogue }: Service,
  tmdbId: number,
  { season, episode }: Place,
): Promise<Title | undefined> {
  try {
    const place = { seasonNumber: season, episodeNumber: episode };
    return (await catalogue.resolve({ type: 'episode', tmdbId, ...place }))[0];
  } catch (error) {
    // The page is shown with what was watched.
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
