import { defined } from '../../../core/values/defined';
import type { Posters } from '../../store/posters';
import type { Titles } from '../../store/titles';
import type { Catalogue } from '../catalogue';
import { emptyCatalogue } from '../empty-catalogue';
import type { NamedSource } from '../join-catalogues';
import { createRecordCatalogue } from '../tmdb/create-catalogue';
import { createOpenDatabase, type OpenSource } from './open-database';
import { createOpenNetwork } from './open-network';
import type { SourceState } from './source-client';
import type { SourceClock } from './source-pace';
import { createTvmaze } from './tvmaze';
import { createWikidata } from './wikidata';

/** Addresses of the free sources, for tests and for mirrors. */
export interface SourceAddresses {
  readonly wikidata?: string | undefined;
  readonly tvmaze?: string | undefined;
  readonly anilist?: string | undefined;
}

export interface FreeSourceOptions {
  readonly titles: Titles;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly addresses: SourceAddresses;
  /** The software, and how whoever runs this tracker can be reached. */
  readonly userAgent: string;
  readonly clock?: SourceClock | undefined;
}

/** The sources that need no token. */
export interface FreeSources {
  readonly sources: {
    readonly all: readonly NamedSource[];
    /** With the film database in its place among them. */
    readonly with: (films: NamedSource) => readonly NamedSource[];
  };
  /** Looks up what the site itself calls the work, before the others are asked. */
  readonly bySiteId: (catalogue: Catalogue) => Catalogue;
  /** What has become of the requests to each. */
  readonly states: () => Readonly<Record<'wikidata' | 'tvmaze', SourceState>>;
}

export function createFreeSources({ titles, addresses, ...options }: FreeSourceOptions): FreeSources {
  const { fetch, userAgent, now, clock } = options;
  const shared = { fetch, userAgent, clock };
  const wikidata = createWikidata({ ...shared, ...defined({ url: addresses.wikidata }) });
  const tvmaze = createTvmaze({ ...shared, ...defined({ url: addresses.tvmaze }) });
  const network = named('wikidata', createOpenNetwork(wikidata, tvmaze), { titles, now });
  return {
    sources: { all: [network], with: (films) => [films, network] },
    bySiteId: (catalogue) => catalogue,
    states: () => ({ wikidata: wikidata.state(), tvmaze: tvmaze.state() }),
  };
}

/** A source that is asked as the film database is, with a part of the stored answers of its own. */
function named(
  name: string,
  source: OpenSource,
  { titles, now }: Pick<FreeSourceOptions, 'titles' | 'now'>,
): NamedSource {
  const own: Titles = {
    read: (key) => titles.read(`${name}/${key}`),
    write: (entries) =>
      titles.write(
        Object.fromEntries(Object.entries(entries).map(([key, body]) => [`${name}/${key}`, body])),
      ),
  };
  const catalogue = createRecordCatalogue(createOpenDatabase(source), {
    titles: own,
    posters: noPosters,
    fallback: emptyCatalogue,
    now,
  });
  return { name, catalogue, patienceMs: 15_000 };
}

/** The free sources have no pictures that may be shown. */
const noPosters: Posters = {
  path: () => Promise.resolve(undefined),
  known: () => Promise.resolve(new Set()),
  setPaths: () => Promise.resolve(),
  picture: () => Promise.resolve(undefined),
  addPicture: () => Promise.resolve(),
};
