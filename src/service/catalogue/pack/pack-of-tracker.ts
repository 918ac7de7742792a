import packageJson from '../../../../package.json' with { type: 'json' };
import { defined } from '../../../core/values/defined';
import type { SourceAddresses } from '../sources/source-addresses';
import type { SourceClock } from '../sources/source-pace';
import { createTvmaze, tvmazeUpdateLimit } from '../sources/tvmaze';
import { createWikidata } from '../sources/wikidata';
import { createWikidataQuery } from '../sources/wikidata-query';
import { createPack, type Pack, type PackOptions } from './create-pack';

export interface TrackerPackOptions extends Pick<PackOptions, 'path' | 'now' | 'limits'> {
  readonly addresses: SourceAddresses;
  readonly fetch: typeof fetch;
  readonly userAgent: string;
  readonly clock?: SourceClock | undefined;
}

/** One request after the other, so that people's questions go on beside it. */
const WIKIDATA_LIMIT = { requests: 2, perMs: 1000, longestWaitMs: 60_000 };

/** The offline pack with its own access to the sources, slower than that of questions. */
export function packOfTracker({ addresses, fetch, userAgent, clock, ...options }: TrackerPackOptions): Pack {
  const shared = { fetch, userAgent, clock };
  const { wikidata, wikidataQuery, tvmaze } = addresses;
  return createPack({
    ...options,
    ...defined({ wait: clock?.wait }),
    query: createWikidataQuery({ ...shared, ...defined({ url: wikidataQuery }) }),
    wikidata: createWikidata({ ...shared, limit: WIKIDATA_LIMIT, ...defined({ url: wikidata }) }),
    tvmaze: createTvmaze({ ...shared, limit: tvmazeUpdateLimit, ...defined({ url: tvmaze }) }),
  });
}

/** The User-Agent for the free sources: the software, and how to reach its owner. */
export function userAgentOf(contact = 'a private tracker'): string {
  return `Matinee/${packageJson.version} (${contact})`;
}
