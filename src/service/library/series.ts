import { CatalogueError, type Title, createAllowance } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import type { ShowEpisode } from '../store/find-viewings';
import { mediaKey } from '../../core/library/media-key';
import type { MediaRow } from '../store/media';
import { nameUntitled } from './name-media';

/** An episode of a season, with the number of its viewings and the time of the last one. */
type EpisodeTick = Readonly<{
  number: number;
  times: number;
  /** Milliseconds since 1970. */
  lastAt: number | undefined;
}>;

export type SeasonTicks = Readonly<{
  number: number;
  /** The number of episodes, which are numbered from 1. */
  length: number;
  /** The watched episodes, by number. */
  watched: ReadonlyMap<number, ShowEpisode>;
}>;

/** The episodes of a season from number `from` to `to`. */
export function episodesIn({ length, watched }: SeasonTicks, from = 1, to = length): EpisodeTick[] {
  return Array.from({ length: Math.max(0, Math.min(to, length) - from + 1) }, (_, index) => {
    const found = watched.get(from + index);
    return { number: from + index, times: found?.times ?? 0, lastAt: found?.lastAt };
  });
}

/** The number of the first unwatched episode. */
export function firstUnwatched({ length, watched }: SeasonTicks): number | undefined {
  for (let number = 1; number <= length; number += 1) if (!watched.has(number)) return number;
  return undefined;
}

export type SeriesView = Readonly<{
  tmdbId: number;
  /** `undefined`: neither the catalogue nor an import knows the title. */
  title: string | undefined;
  year: number | undefined;
  /** Sorted by number, specials last. */
  seasons: SeasonTicks[];
  /** Seconds of an episode; `undefined`: unknown. */
  runtime: number | undefined;
}>;

/** A series with its seasons: those of the catalogue, and watched episodes that it does not know. */
export async function findSeries(service: Service, userId: string, tmdbId: number): Promise<SeriesView> {
  const { any, watched, latest } = inSeasons(await service.store.findViewings.ofShow(userId, tmdbId));
  const title = await findTitle(service, tmdbId, any);
  const lengths = new Map((title?.seasons ?? []).map(({ number, episodes }) => [number, episodes]));
  for (const [season, episode] of latest) lengths.set(season, Math.max(episode, lengths.get(season) ?? 0));
  return {
    tmdbId,
    title: title?.title ?? (await titleInFile(service, userId, tmdbId, any)),
    year: title?.year,
    runtime: title?.runtime,
    seasons: [...lengths]
      .filter(([, episodes]) => episodes > 0)
      .sort(([a], [b]) => (a || Infinity) - (b || Infinity))
      .map(([number, episodes]) => ({
        number,
        length: Math.min(episodes, EPISODES),
        watched: watched.get(number) ?? new Map<number, ShowEpisode>(),
      })),
  };
}

/** An episode of a season with its key, its name and its rating. */
export interface EpisodeOfSeason extends EpisodeTick {
  readonly media: string;
  readonly title: string | undefined;
  /** 1 to 10. */
  readonly rating: number | undefined;
}

/** Maximum requests to the film database for the names of a season. */
const REQUEST_LIMIT = 4;

/** Maximum names that one call looks up. */
const NAME_LIMIT = 100;

/** Names and ratings of episodes of a season. Looks up and stores missing names. */
export async function seasonEpisodes(
  service: Service,
  userId: string,
  { tmdbId, number }: Readonly<{ tmdbId: number; number: number }>,
  episodes: EpisodeTick[],
): Promise<EpisodeOfSeason[]> {
  const keyOf = (episode: number) =>
    mediaKey({ type: 'episode', tmdbId, seasonNumber: number, episodeNumber: episode });
  const keys = episodes.map((episode) => keyOf(episode.number));
  const known = await service.store.media.episodeTitles(keys);
  const unnamed = episodes
    .filter((episode) => !known.has(keyOf(episode.number)))
    .slice(0, NAME_LIMIT)
    .map((episode) => rowOf(tmdbId, number, episode.number));
  const found = await nameUntitled(service, unnamed, createAllowance({ requests: REQUEST_LIMIT }));
  const names = new Map([...known, ...found.map((row) => [row.media, row.episodeTitle] as const)]);
  const ratings = await service.store.ratings.gradesOf(userId, keys);
  return episodes.map((episode) => {
    const media = keyOf(episode.number);
    return { ...episode, media, title: names.get(media) ?? undefined, rating: ratings.get(media) };
  });
}

type Watched = Readonly<{
  /** Any watched episode. */
  any: SeasonPlace | undefined;
  /** The watched episodes that are shown, by season and number: see `EPISODES`. */
  watched: ReadonlyMap<number, ReadonlyMap<number, ShowEpisode>>;
  /** The highest watched number of each season. */
  latest: ReadonlyMap<number, number>;
}>;

function inSeasons(rows: ReadonlyMap<string, ShowEpisode>): Watched {
  const watched = new Map<number, Map<number, ShowEpisode>>();
  const latest = new Map<number, number>();
  let any: SeasonPlace | undefined;
  for (const [media, row] of rows) {
    const place = placeIn(media);
    if (place === undefined) continue;
    any ??= place;
    latest.set(place.season, Math.max(place.episode, latest.get(place.season) ?? 0));
    if (place.episode < 1 || place.episode > EPISODES) continue;
    const season = watched.get(place.season) ?? new Map<number, ShowEpisode>();
    watched.set(place.season, season.set(place.episode, row));
  }
  return { any, watched, latest };
}

/** Maximum episodes of a season that are shown. */
const EPISODES = 2000;

type SeasonPlace = Readonly<{
  season: number;
  episode: number;
}>;

function placeIn(media: string): SeasonPlace | undefined {
  const [, , season, episode] = media.split(':');
  return episode === undefined ? undefined : { season: Number(season), episode: Number(episode) };
}

const FIRST: SeasonPlace = { season: 1, episode: 1 };

/** Looks a series up by a watched episode or, if the catalogue does not know that one, by S1 E1. */
async function findTitle(service: Service, tmdbId: number, place = FIRST): Promise<Title | undefined> {
  return (await lookUp(service, tmdbId, place)) ?? lookUp(service, tmdbId, FIRST);
}

/** The title of the series in one of the person's imports. */
async function titleInFile(
  { store }: Service,
  userId: string,
  tmdbId: number,
  place: SeasonPlace | undefined,
): Promise<string | undefined> {
  if (place === undefined) return undefined;
  const ids = { type: 'episode', tmdbId, seasonNumber: place.season, episodeNumber: place.episode } as const;
  const [session] = await store.sessions.ofMedia(userId, ids);
  return session?.title ?? undefined;
}

async function lookUp(
  { catalogue }: Service,
  tmdbId: number,
  { season, episode }: SeasonPlace,
): Promise<Title | undefined> {
  try {
    const place = { seasonNumber: season, episodeNumber: episode };
    return (await catalogue.resolve({ type: 'episode', tmdbId, ...place }))[0];
  } catch (error) {
    // The page is shown with the watched episodes only.
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

function rowOf(tmdbId: number, seasonNumber: number, episodeNumber: number): MediaRow {
  return {
    media: mediaKey({ type: 'episode', tmdbId, seasonNumber, episodeNumber }),
    type: 'episode',
    tmdbId,
    episodeId: null,
    seasonNumber,
    episodeNumber,
    title: null,
    episodeTitle: null,
    year: null,
  };
}
