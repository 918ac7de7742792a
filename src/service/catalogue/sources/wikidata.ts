import * as z from 'zod/mini';
import { isRecord } from '../../../core/values/is-record';
import {
  createSourceClient,
  type SourceClient,
  type SourceClientOptions,
  type SourceState,
} from './source-client';
import { type OpenWork, type SiteId, type WorkKind, propertiesOf } from './open-work';
import type { SourceLimit } from './source-pace';
import { entitiesSchema, ID_PROPERTIES, toWork } from './wikidata-entity';

export type SourceOptions = Pick<SourceClientOptions, 'fetch' | 'userAgent' | 'clock' | 'arrange'> &
  Readonly<{
    url?: string | undefined;
    limit?: SourceLimit;
  }>;

/** Wikidata (CC0). Rules: mediawiki.org/wiki/API:Etiquette. */
export type Wikidata = Readonly<{
  /** The films or series with these words in a name, in any language, in the order of the search. */
  search(kind: WorkKind, words: string): Promise<OpenWork[]>;
  byTmdbId(kind: WorkKind, id: number): Promise<OpenWork | undefined>;
  /** The works with an id of IMDb, of thetvdb.com or of a streaming site. */
  byImdbId(id: string): Promise<OpenWork[]>;
  byTvdbId(id: number): Promise<OpenWork[]>;
  bySiteId(id: SiteId): Promise<OpenWork[]>;
  /** The works with these Wikidata ids, at most fifty. */
  byIds(kind: WorkKind, ids: string[]): Promise<OpenWork[]>;
  /** Access to the MediaWiki API for other requests. */
  reader: Pick<ReturnType<typeof createReader>, 'ask' | 'idsOf'>;
  state: () => SourceState;
}>;

/** Maximum number of search results that are read. */
const SEARCH_LIMIT = 12;

/** Maximum number of entities with one external id that are read. */
const ID_LIMIT = 5;

const searchSchema = z.object({
  query: z.object({ search: z.array(z.object({ title: z.string() })) }),
});

export function createWikidata({ url = 'https://www.wikidata.org', ...options }: SourceOptions): Wikidata {
  // Wikidata publishes no limit. Its rules accept sequential requests, which are never more than a few per
  // second.
  const { limit = { requests: 5, perMs: 1000, longestWaitMs: 4000 } } = options;
  const client = createSourceClient({ ...options, name: 'Wikidata', url, limit });
  const { works, byStatement, ...reader } = createReader(client);
  return {
    reader,
    async search(kind, words) {
      const search = `${quoteless(words)} haswbstatement:${ID_PROPERTIES.tmdb[kind]}`;
      return works([kind], await reader.idsOf(search, SEARCH_LIMIT));
    },
    async byTmdbId(kind, id) {
      const found = await byStatement([ID_PROPERTIES.tmdb[kind]], String(id));
      // The search index may be older than the entity, so the id is compared again.
      return found.find((work) => work.kind === kind && work.tmdbId === id);
    },
    byImdbId: async (id) =>
      (await byStatement([ID_PROPERTIES.imdb], id)).filter((work) => work.imdbId === id),
    byTvdbId: async (id) =>
      (await byStatement([ID_PROPERTIES.tvdb], String(id))).filter((work) => work.tvdbId === id),
    async bySiteId({ site, id }) {
      const properties = propertiesOf(site);
      if (properties.length === 0 || !/^[\w.:-]{1,100}$/.test(id)) return [];
      const found = await byStatement(properties, id);
      return found.filter(({ siteIds = [] }) => siteIds.some((one) => one.site === site && one.id === id));
    },
    byIds: (kind, ids) => works([kind], ids),
    state: client.state,
  };
}

function createReader(client: SourceClient) {
  const ask = <T>(schema: z.ZodMiniType<T>, parameters: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...parameters, format: 'json', maxlag: '5' });
    return client.ask(`/w/api.php?${query.toString()}`, schema, { refusal });
  };

  async function idsOf(search: string, limit: number): Promise<string[]> {
    const parameters = { srsearch: search, srnamespace: '0', srlimit: String(limit), srprop: '' };
    const found = await ask(searchSchema, { action: 'query', list: 'search', ...parameters });
    const ids = found?.query.search.map(({ title }) => title).filter((title) => /^Q\d{1,12}$/.test(title));
    return ids ?? [];
  }

  async function entities(ids: string[]) {
    if (ids.length === 0) return [];
    const props = 'labels|aliases|claims|sitelinks';
    const found = await ask(entitiesSchema, { action: 'wbgetentities', ids: ids.join('|'), props });
    // The answer may have another order, so the entities are returned in the order of `ids`.
    return ids.flatMap((id) => found?.entities.find((one) => one.id === id) ?? []);
  }

  async function works(kinds: WorkKind[], ids: string[]): Promise<OpenWork[]> {
    const found = await entities(ids);
    return found.flatMap((entity) => kinds.flatMap((kind) => toWork(entity, kind) ?? []));
  }

  async function byStatement(properties: string[], value: string): Promise<OpenWork[]> {
    const statements = properties.map((property) => `${property}=${value}`).join('|');
    return works(BOTH, await idsOf(`haswbstatement:${statements}`, ID_LIMIT));
  }

  return { ask, idsOf, works, byStatement };
}

const BOTH: WorkKind[] = ['movie', 'tv'];

/** The words without characters that MediaWiki's search reads as commands. */
function quoteless(words: string): string {
  return words
    .replaceAll(/[^\p{L}\p{M}\p{N}'’.&]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/** Finds a refusal in the body, because MediaWiki refuses with status 200. */
function refusal(body: unknown): 'busy' | 'away' | undefined {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : undefined;
  if (error === undefined) return undefined;
  return error['code'] === 'maxlag' || error['code'] === 'ratelimited' ? 'busy' : 'away';
}

/** A work in the list of the best known ones. */
export type ListedWork = Readonly<{
  /** Id at Wikidata: `Q25188`. */
  wikidataId: string;
  /** Number of Wikimedia projects with a page about the work. */
  popularity: number;
  /** When its entity last changed: `2026-01-15T20:00:00Z`. */
  modified: string;
}>;

/** The query service of Wikidata (CC0): mediawiki.org/wiki/Wikidata_Query_Service/User_Manual. */
export type WikidataQuery = Readonly<{
  /** The films or series with a TMDB id and with pages in at least `from` and fewer than `below` projects. */
  listed(kind: WorkKind, range: Readonly<{ from: number; below: number }>): Promise<ListedWork[]>;
  state: () => SourceState;
}>;

/** The service allows 60 s for one query, and 60 s per minute for all queries of a client. */
const TIMEOUT_MS = 70_000;

const valueSchema = z.object({ value: z.string() });

const rowsSchema = z.object({ results: z.object({ bindings: z.array(z.unknown()) }) });

const rowSchema = z.object({ item: valueSchema, links: valueSchema, modified: valueSchema });

export function createWikidataQuery({
  url = 'https://query.wikidata.org',
  ...options
}: SourceOptions): WikidataQuery {
  const { limit = { requests: 1, perMs: 2000, longestWaitMs: 60_000 } } = options;
  const client = createSourceClient({ ...options, name: 'Wikidata', url, limit, timeoutMs: TIMEOUT_MS });
  return {
    async listed(kind, { from, below }) {
      const query = `SELECT ?item ?links ?modified WHERE {
        ?item wdt:${ID_PROPERTIES.tmdb[kind]} [] ; schema:dateModified ?modified ; wikibase:sitelinks ?links .
        hint:Prior hint:rangeSafe true .
        FILTER(?links >= ${String(from)} && ?links < ${String(below)})
      }`;
      const address = `/sparql?${new URLSearchParams({ query, format: 'json' }).toString()}`;
      const found = await client.ask(address, rowsSchema);
      // A work with two ids is listed twice.
      const works = (found?.results.bindings ?? []).flatMap(toListed);
      return [...new Map(works.map((work) => [work.wikidataId, work])).values()];
    },
    state: client.state,
  };
}

function toListed(row: unknown): ListedWork[] {
  const { item, links, modified } = z.safeParse(rowSchema, row).data ?? {};
  const id = /\/entity\/(Q\d{1,12})$/.exec(item?.value ?? '')?.[1];
  const popularity = Number(links?.value);
  const isTime = /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(modified?.value ?? '');
  if (id === undefined || !Number.isInteger(popularity) || !isTime) return [];
  return [{ wikidataId: id, popularity, modified: modified?.value ?? '' }];
}
