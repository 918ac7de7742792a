import type { AnimeWork } from '../catalogue/anime/anime';
import { nothingToSend, type SinkAnswer } from './sink-request';
import type { RelayEvent } from './sink-client';

/** A person's progress in an anime, according to another tracker's list. */
export type AnimeOnList = Readonly<{
  id: number;
  /** Absent: unknown, for example while the anime is still running. */
  episodes?: number | undefined;
  /** Absent: it is not on the list. */
  progress?: number | undefined;
}>;

/** The place of a viewing in the list. */
export type ListPlace = Readonly<{
  entry: AnimeOnList;
  /** The episode, counted within the entry. */
  episode: number;
  isLast: boolean;
}>;

/** Finds all parts of the season in which the film database counts an episode. */
export type FindParts = (event: RelayEvent) => readonly AnimeWork[];

export function createFindParts(
  byTmdb: (place: Pick<AnimeWork, 'kind' | 'tmdbId' | 'season'>) => readonly AnimeWork[],
): FindParts {
  return ({ media: { type, tmdbId, seasonNumber } }) => {
    if (tmdbId === null) return [];
    if (type === 'movie') return byTmdb({ kind: 'movie', tmdbId });
    return seasonNumber === null ? [] : byTmdb({ kind: 'tv', tmdbId, season: seasonNumber });
  };
}

type AnimeList = Readonly<{
  idOf: (work: AnimeWork) => number;
  /** The entries with these ids, in any order. An answer means that they could not be read. */
  read: (ids: readonly number[]) => Promise<readonly AnimeOnList[] | SinkAnswer>;
  write: (place: ListPlace) => Promise<SinkAnswer>;
}>;

/**
 * Moves a list forward to the watched episode, never back, because the person's own entries count. If the
 * film database counts one season that the list has in parts, the lengths of the parts tell which part is
 * meant. If a length is missing, nothing is guessed.
 */
export async function moveOn(
  list: AnimeList,
  event: RelayEvent,
  parts: readonly AnimeWork[],
): Promise<SinkAnswer> {
  const ids = [...new Set(parts.map(list.idOf))].filter((id) => id > 0);
  if (ids.length === 0 || parts.some((part) => list.idOf(part) === 0)) return nothingToSend;
  const entries = await list.read(ids);
  if ('kind' in entries) return entries;
  const place = placeOf(event, ids, entries);
  if (place === undefined) return nothingToSend;
  if ((place.entry.progress ?? 0) >= place.episode) return { kind: 'sent', status: 200 };
  return list.write(place);
}

function placeOf(
  { media }: RelayEvent,
  ids: readonly number[],
  entries: readonly AnimeOnList[],
): ListPlace | undefined {
  const isFilm = media.type === 'movie';
  // The list has two entries for one film, such as its parts in cinemas; which of them was watched is
  // unknown.
  if (isFilm && ids.length > 1) return undefined;
  return countThrough(isFilm ? 1 : (media.episodeNumber ?? 0), ids, entries);
}

/** The episode, counted through all parts. */
function countThrough(
  number: number,
  ids: readonly number[],
  entries: readonly AnimeOnList[],
): ListPlace | undefined {
  let episode = number;
  for (const [at, id] of ids.entries()) {
    const entry = entries.find((one) => one.id === id);
    if (entry === undefined || episode < 1) return undefined;
    const { episodes } = entry;
    if (episodes === undefined) return at === ids.length - 1 ? { entry, episode, isLast: false } : undefined;
    if (episode <= episodes) return { entry, episode, isLast: episode === episodes };
    episode -= episodes;
  }
  return undefined;
}
