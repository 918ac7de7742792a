import type { AnimeWork } from '../catalogue/anime/anime';
import {
  nothingToSend,
  type SinkAnswer,
  failureOf,
  isSuccess,
  request,
  unreachable,
  type HttpAnswer,
  type Via,
} from './sink-request';
import type { RelayEvent, SinkClient } from './sink-client';
import * as z from 'zod/mini';
import type { Sink } from '../store/sink';

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

/** Finds the anime of a film, or of an episode's season: several if anime lists split the season. */
export type FindParts = (event: RelayEvent) => AnimeWork[];

export function createFindParts(
  byTmdb: (place: Pick<AnimeWork, 'kind' | 'tmdbId' | 'season'>) => AnimeWork[],
): FindParts {
  return ({ media: { type, tmdbId, seasonNumber } }) => {
    if (tmdbId === null) return [];
    if (type === 'movie') return byTmdb({ kind: 'movie', tmdbId });
    return seasonNumber === null ? [] : byTmdb({ kind: 'tv', tmdbId, season: seasonNumber });
  };
}

type AnimeList = Readonly<{
  idOf: (work: AnimeWork) => number;
  /** The entries with these ids, in any order. A `SinkAnswer`: they could not be read. */
  read: (ids: number[]) => Promise<AnimeOnList[] | SinkAnswer>;
  write: (place: ListPlace) => Promise<SinkAnswer>;
}>;

/**
 * Moves the progress of a list forward to the watched episode, never back, because the person's own entries
 * count. If the list splits a season into parts, the lengths of the parts tell which part is meant. If a
 * length is missing, nothing is sent.
 */
export async function moveOn(list: AnimeList, event: RelayEvent, parts: AnimeWork[]): Promise<SinkAnswer> {
  const ids = [...new Set(parts.map(list.idOf))].filter((id) => id > 0);
  if (ids.length === 0 || parts.some((part) => list.idOf(part) === 0)) return nothingToSend;
  const entries = await list.read(ids);
  if ('kind' in entries) return entries;
  const place = placeOf(event, ids, entries);
  if (place === undefined) return nothingToSend;
  if ((place.entry.progress ?? 0) >= place.episode) return { kind: 'sent', status: 200 };
  return list.write(place);
}

function placeOf({ media }: RelayEvent, ids: number[], entries: AnimeOnList[]): ListPlace | undefined {
  const isFilm = media.type === 'movie';
  // The list has several entries for one film, such as its parts in cinemas. Which one was watched is
  // unknown.
  if (isFilm && ids.length > 1) return undefined;
  return countThrough(isFilm ? 1 : (media.episodeNumber ?? 0), ids, entries);
}

/** The place of an episode that is counted through all parts. */
function countThrough(number: number, ids: number[], entries: AnimeOnList[]): ListPlace | undefined {
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

/**
 * AniList's GraphQL API (docs.anilist.co). The token comes from AniList's page for clients without a server.
 */
export const ANILIST_ADDRESS = 'https://graphql.anilist.co';

const READ = `query ($ids: [Int]) {
  Page(perPage: 50) { media(id_in: $ids, type: ANIME) { id episodes mediaListEntry { progress status } } }
}`;

const WRITE = `mutation ($id: Int, $progress: Int, $status: MediaListStatus) {
  SaveMediaListEntry(mediaId: $id, progress: $progress, status: $status) { id progress }
}`;

export function createAniListClient(findParts: FindParts): SinkClient {
  return {
    // A delivery takes two requests. AniList currently allows 30 a minute per address.
    paceMs: 4000,
    watched: (via, sink, event) =>
      moveOn(
        {
          idOf: (work: AnimeWork) => work.aniListId,
          read: (ids) => read(via, sink, ids),
          write: (place) => write(via, sink, place),
        },
        event,
        findParts(event),
      ),
  };
}

const pageSchema = z.object({
  data: z.object({
    Page: z.object({
      media: z.array(
        z.object({
          id: z.number(),
          episodes: z.nullish(z.number()),
          mediaListEntry: z.nullish(z.object({ progress: z.nullish(z.number()) })),
        }),
      ),
    }),
  }),
});

async function read(via: Via, sink: Sink, ids: number[]): Promise<AnimeOnList[] | SinkAnswer> {
  const answer = await ask(via, sink, READ, { ids });
  if ('kind' in answer) return answer;
  const page = z.safeParse(pageSchema, answer.body).data;
  if (page === undefined) return { kind: 'later', trouble: 'failing' };
  return page.data.Page.media.map(({ id, episodes, mediaListEntry }) => ({
    id,
    episodes: episodes ?? undefined,
    progress: mediaListEntry?.progress ?? undefined,
  }));
}

async function write(via: Via, sink: Sink, { entry, episode, isLast }: ListPlace): Promise<SinkAnswer> {
  const status = isLast ? 'COMPLETED' : 'CURRENT';
  const answer = await ask(via, sink, WRITE, { id: entry.id, progress: episode, status });
  return 'kind' in answer ? answer : { kind: 'sent', status: answer.status };
}

const errorsSchema = z.object({
  errors: z.array(z.object({ message: z.string(), status: z.optional(z.number()) })).check(z.minLength(1)),
});

/** AniList answers a wrong token with 400, and other GraphQL errors with 200. */
async function ask(via: Via, sink: Sink, query: string, variables: object): Promise<HttpAnswer | SinkAnswer> {
  try {
    const answer = await request(via, {
      method: 'POST',
      url: sink.address,
      headers: { authorization: `Bearer ${sink.secret}`, accept: 'application/json' },
      body: { query, variables },
    });
    const error = z.safeParse(errorsSchema, answer.body).data?.errors[0];
    if (error?.message === 'Invalid token') return { kind: 'stopped', trouble: 'refused' };
    if (error !== undefined && isSuccess(answer))
      return failureOf({ ...answer, status: error.status ?? 500 });
    return isSuccess(answer) ? answer : failureOf(answer);
  } catch {
    return unreachable;
  }
}
