import * as z from 'zod/mini';
import type { WorkKind } from './open-work';
import { createSourceClient, type SourceState } from './source-client';
import type { SourceOptions } from './wikidata';
import { ID_PROPERTIES } from './wikidata-entity';

/** A work in the list of the best known ones. */
export type ListedWork = Readonly<{
  /** `Q25188` */
  wikidataId: string;
  /** Number of Wikimedia projects with a page about it. */
  popularity: number;
  /** When its facts were changed last: `2026-01-15T20:00:00Z`. */
  modified: string;
}>;

/** The query service of Wikidata (CC0): mediawiki.org/wiki/Wikidata_Query_Service/User_Manual. */
export type WikidataQuery = Readonly<{
  /** The films or series with a TMDB id that have a page in this many projects. */
  listed(kind: WorkKind, range: Readonly<{ from: number; below: number }>): Promise<ListedWork[]>;
  state: () => SourceState;
}>;

/** One query may take 60 s, and all queries of a client together 60 s per minute. */
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
