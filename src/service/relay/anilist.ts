import * as z from 'zod/mini';
import type { AnimeWork } from '../catalogue/anime/anime';
import type { Sink } from '../store/sink';
import { moveOn, type FindParts, type AnimeOnList, type ListPlace } from './anime-lists';
import type { SinkClient } from './sink-client';
import {
  failureOf,
  isSuccess,
  request,
  unreachable,
  type HttpAnswer,
  type SinkAnswer,
  type Via,
} from './sink-request';

/** docs.anilist.co. The token comes from AniList's page for programs without a server. */
export const ANILIST_ADDRESS = 'https://graphql.anilist.co';

const READ = `query ($ids: [Int]) {
  Page(perPage: 50) { media(id_in: $ids, type: ANIME) { id episodes mediaListEntry { progress status } } }
}`;
const WRITE = `mutation ($id: Int, $progress: Int, $status: MediaListStatus) {
  SaveMediaListEntry(mediaId: $id, progress: $progress, status: $status) { id progress }
}`;

export function createAniListClient(findParts: FindParts): SinkClient {
  return {
    // Two requests each, of the 30 a minute that are currently allowed per address.
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

async function read(
  via: Via,
  sink: Sink,
  ids: readonly number[],
): Promise<readonly AnimeOnList[] | SinkAnswer> {
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
