import * as z from 'zod/mini';
import { defined } from '../../../core/values/defined';
import type { OpenEpisode, OpenSeries } from './open-work';
import { createSourceClient, type SourceClient, type SourceState } from './source-client';
import type { SourceOptions } from './wikidata';

/** TVmaze (CC BY-SA): the episodes of series. Description: tvmaze.com/api. */
export type Tvmaze = Readonly<{
  /** The series with this TVmaze id; `undefined` if there is none. */
  byId(id: number): Promise<OpenSeries | undefined>;
  byImdbId(id: string): Promise<OpenSeries | undefined>;
  byTvdbId(id: number): Promise<OpenSeries | undefined>;
  /** When each series last changed, in milliseconds since 1970, by TVmaze id. */
  changes(): Promise<ReadonlyMap<number, number>>;
  /** Access to the API for other requests. */
  ask: SourceClient['ask'];
  state: () => SourceState;
}>;

/** An alias, because the linter mistakes `z.catch` for a promise's method. */
const orElse = z.catch;
const optionalText = orElse(z.optional(z.string().check(z.maxLength(300))), undefined);

const episodeSchema = z.object({
  season: z.int().check(z.minimum(1)),
  /** TVmaze has null for a special, which the schema refuses. */
  number: z.int().check(z.minimum(1)),
  name: optionalText,
  runtime: orElse(z.optional(z.number().check(z.positive(), z.maximum(2000))), undefined),
  airdate: optionalText,
});

const showSchema = z.object({
  id: z.int(),
  name: z.string(),
  status: optionalText,
  externals: orElse(z.object({ imdb: optionalText, thetvdb: orElse(z.optional(z.int()), undefined) }), {
    imdb: undefined,
    thetvdb: undefined,
  }),
  _embedded: z.optional(
    z.object({
      episodes: orElse(z.array(z.unknown()), []),
      akas: orElse(z.array(orElse(z.object({ name: optionalText }), { name: undefined })), []),
    }),
  ),
});

/** Answer of a look-up, after its redirect to the series. */
const foundSchema = z.object({ id: z.int().check(z.minimum(1)) });

/** Maximum number of episodes of a series that are kept. */
const EPISODE_LIMIT = 20_000;

/** TVmaze allows at least 20 requests in 10 s per address. Half of them are for people's questions. */
const LIMIT = { requests: 10, perMs: 10_000, longestWaitMs: 10_000 };
/** The other half is for updates of the pack in any process. Updates may wait. */
export const tvmazeUpdateLimit = { requests: 9, perMs: 10_000, longestWaitMs: 60_000 };

/** Time of the last change in seconds since 1970, by TVmaze id. */
const changesSchema = z.record(z.string().check(z.regex(/^\d{1,9}$/)), z.int().check(z.minimum(0)));

export function createTvmaze({ url = 'https://api.tvmaze.com', ...options }: SourceOptions): Tvmaze {
  const { limit = LIMIT } = options;
  const client = createSourceClient({ ...options, name: 'TVmaze', url, limit });
  async function byId(id: number): Promise<OpenSeries | undefined> {
    const path = `/shows/${String(id)}?embed[]=episodes&embed[]=akas`;
    const show = await client.ask(path, showSchema);
    return show && toSeries(show);
  }
  const lookUp = async (query: string) => {
    const found = await client.ask(`/lookup/shows?${query}`, foundSchema);
    return found && byId(found.id);
  };
  return {
    byId,
    byImdbId: (id) => lookUp(`imdb=${encodeURIComponent(id)}`),
    byTvdbId: (id) => lookUp(`thetvdb=${String(id)}`),
    async changes() {
      const found = (await client.ask('/updates/shows', changesSchema)) ?? {};
      return new Map(Object.entries(found).map(([id, seconds]) => [Number(id), seconds * 1000]));
    },
    ask: (path, schema) => client.ask(path, schema),
    state: client.state,
  };
}

function toSeries({ id, status, externals, _embedded, name }: z.infer<typeof showSchema>): OpenSeries {
  const akas = _embedded?.akas.flatMap((aka) => aka.name ?? []) ?? [];
  return {
    hasEnded: status === 'Ended',
    episodes: toEpisodes(_embedded?.episodes ?? []),
    names: [...new Set([name, ...akas])].map((title) => ({ title })),
    ...defined({ tvmazeId: id, imdbId: externals.imdb, tvdbId: externals.thetvdb }),
  };
}

/** Reads episodes. Specials are left out, because their numbers differ between databases. */
function toEpisodes(entries: unknown[]): OpenEpisode[] {
  return entries.slice(0, EPISODE_LIMIT).flatMap((entry) => {
    const read = z.safeParse(episodeSchema, entry);
    if (!read.success) return [];
    const { season, number, name, runtime, airdate } = read.data;
    const date = airdate !== undefined && /^\d{4}-\d\d-\d\d$/.test(airdate) ? airdate : undefined;
    return [{ season, number, ...defined({ name, minutes: runtime, date }) }];
  });
}
