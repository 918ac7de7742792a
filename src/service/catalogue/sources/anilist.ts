import * as z from 'zod/mini';
import { isRecord } from '../../../core/values/is-record';
import { createSourceClient, type SourceState } from './source-client';
import type { SourceOptions } from './wikidata';

/** An anime season or film with its names. `id` is its id at AniList. */
export type AniListEntry = Readonly<{
  id: number;
  names: string[];
}>;

/**
 * AniList, a source of names of anime. Its rules (docs.anilist.co) allow caching answers for a while, but not
 * collecting them.
 */
export type AniList = Readonly<{
  /** The anime that its search finds, the best first. */
  search(name: string): Promise<AniListEntry[]>;
  state: () => SourceState;
}>;

const QUERY = `query ($search: String) {
  Page(perPage: 8) { media(search: $search, type: ANIME) { id title { romaji english native } synonyms } }
}`;

/** An alias, because the linter mistakes `z.catch` for a promise's method. */
const orElse = z.catch;
const name = orElse(z.nullable(z.string().check(z.maxLength(500))), null);
const mediaSchema = z.object({
  id: z.int().check(z.minimum(1)),
  title: z.object({ romaji: name, english: name, native: name }),
  synonyms: orElse(z.array(name), []),
});
const answerSchema = z.object({ data: z.object({ Page: z.object({ media: z.array(z.unknown()) }) }) });

export function createAniList({ url = 'https://graphql.anilist.co', ...options }: SourceOptions): AniList {
  // AniList allows 90 requests a minute, but only 30 while it is overloaded, as it has been for a long time.
  const { limit = { requests: 25, perMs: 60_000, longestWaitMs: 2500 } } = options;
  const client = createSourceClient({ ...options, name: 'AniList', url, limit });
  return {
    async search(search) {
      const body = { query: QUERY, variables: { search: search.slice(0, 200) } };
      const found = await client.ask('/', answerSchema, { body, refusal });
      return (found?.data.Page.media ?? []).flatMap(toEntry);
    },
    state: client.state,
  };
}

function toEntry(media: unknown): AniListEntry[] {
  const read = z.safeParse(mediaSchema, media).data;
  if (read === undefined) return [];
  const { id, title, synonyms } = read;
  const names = [title.english, title.romaji, title.native, ...synonyms.slice(0, 50)];
  return [{ id, names: [...new Set(names.filter((one) => one !== null && one.trim() !== ''))] as string[] }];
}

/** Finds a refusal in the body, because GraphQL refuses with status 200. */
function refusal(body: unknown): 'busy' | 'away' | undefined {
  const errors = isRecord(body) ? body['errors'] : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  return errors.some((error) => isRecord(error) && error['status'] === 429) ? 'busy' : 'away';
}
