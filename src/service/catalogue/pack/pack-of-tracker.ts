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

/** One request after the other: questions of people go on beside it. */
const WIKIDATA_LIMIT = { requests: 2, perMs: 1000, longestWaitMs: 60_000 };

/** The offline pack with its ways to the sources, which are slower than those of questions. */
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

/** What the free sources are told: the software, and how whoever runs it can be reached. */
export function userAgentOf(contact = 'a private tracker'): string {
  return `Matinee/${packageJson.version} (${contact})`;
}
