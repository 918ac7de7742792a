import { defined } from '../../core/values/defined';
import type { ShowProgressRecord } from '../../protocol/tracker/media-status';
import { createAllowance, type Allowance, type Title, CatalogueError } from '../catalogue/catalogue';
import { findNext } from '../catalogue/find-next';
import type { Service } from '../http/environment';
import { placeOf } from './media-item';

/** Maximum requests to the film database per answer. */
const REQUEST_LIMIT = 10;

/**
 * The person's progress in each of these series. A series is missing if the catalogue does not know it and
 * the person has watched nothing of it.
 */
export async function showProgresses(
  service: Service,
  userId: string,
  ids: number[],
): Promise<Record<string, ShowProgressRecord>> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  const watched = await service.store.watchedTitles.placesOfShows(userId, ids);
  const answers: Record<string, ShowProgressRecord> = {};
  for (const id of new Set(ids)) {
    const title = await findShow(service, id, allowance);
    const places = watched.get(id) ?? [];
    if (title === undefined && places.length === 0) continue;
    answers[String(id)] = await describeShow(service, userId, { id, title, places }, allowance);
  }
  return answers;
}

type Show = Readonly<{
  id: number;
  title: Title | undefined;
  /** The watched episodes; `1:2` is S1 E2. */
  places: string[];
}>;

async function describeShow(
  { store, catalogue }: Service,
  userId: string,
  { id, title, places }: Show,
  allowance: Allowance,
): Promise<ShowProgressRecord> {
  const last = await store.watchedTitles.lastOfShow(userId, id);
  const { seasonNumber = 1, episodeNumber = 0 } = last === undefined ? {} : placeOf(last.media);
  const watched = new Set(places);
  const place = { tmdbId: id, seasonNumber, episodeNumber };
  const prefix = `episode:${String(id)}:`;
  const findWatched = (media: string[]) =>
    Promise.resolve(new Set(media.filter((key) => watched.has(key.slice(prefix.length)))));
  const next = title && (await findNext(catalogue, place, findWatched, allowance));
  const seasons = seasonsOf(title, places);
  const sum = (name: 'watched' | 'aired') =>
    seasons.reduce((total, season) => total + (season.seasonNumber === 0 ? 0 : season[name]), 0);
  return {
    watchedEpisodes: sum('watched'),
    airedEpisodes: sum('aired'),
    lastWatchedAt: last === undefined ? null : new Date(last.watchedAt).toISOString(),
    next: next === undefined ? null : toNext(next),
    seasons,
  };
}

function toNext({ seasonNumber = 0, episodeNumber = 0, episodeId, episodeTitle }: Title) {
  return { seasonNumber, episodeNumber, ...defined({ tmdbId: episodeId, title: episodeTitle }) };
}

type Season = ShowProgressRecord['seasons'][number];

/** The seasons of the catalogue, and watched episodes that it does not know. */
function seasonsOf(title: Title | undefined, places: string[]): Season[] {
  const watched = new Map<number, number[]>();
  for (const place of places) {
    const border = place.indexOf(':');
    const seasonNumber = Number(place.slice(0, border));
    const numbers = watched.get(seasonNumber) ?? [];
    if (numbers.push(Number(place.slice(border + 1))) === 1) watched.set(seasonNumber, numbers);
  }
  const aired = new Map(title?.seasons?.map((season) => [season.number, airedIn(title, season)]));
  return [...new Set([...aired.keys(), ...watched.keys()])]
    .sort((a, b) => a - b)
    .map((seasonNumber) => {
      const numbers = watched.get(seasonNumber) ?? [];
      const episodes: Record<number, boolean> = {};
      for (const number of numbers.sort((a, b) => a - b)) episodes[number] = true;
      return {
        seasonNumber,
        watched: numbers.length,
        aired: Math.max(aired.get(seasonNumber) ?? 0, numbers.length),
        episodes,
      };
    })
    .filter((season) => season.aired > 0);
}

/** The number of aired episodes of a season; 0 for the specials. */
export function airedIn(
  { lastAired }: Title,
  { number, episodes }: Readonly<{ number: number; episodes: number }>,
): number {
  if (number === 0) return 0;
  if (lastAired === undefined || number < lastAired.seasonNumber) return episodes;
  return number === lastAired.seasonNumber ? Math.min(episodes, lastAired.episodeNumber) : 0;
}

/** A series with its seasons. `undefined`: the catalogue does not know it or is unavailable. */
export async function findShow(
  { catalogue }: Pick<Service, 'catalogue'>,
  tmdbId: number,
  allowance = createAllowance({ requests: 1 }),
): Promise<Title | undefined> {
  try {
    const first = { type: 'episode', tmdbId, seasonNumber: 1, episodeNumber: 1 } as const;
    return (await catalogue.resolve(first, allowance))[0];
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
