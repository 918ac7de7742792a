import { defined } from '../../../core/values/defined';
import type { Posters } from '../../store/posters';
import type { SiteIds } from '../../store/site-ids';
import type { Titles } from '../../store/titles';
import type { Catalogue } from '../catalogue';
import { createAnime } from '../anime/anime';
import { emptyCatalogue } from '../empty-catalogue';
import type { NamedSource } from '../join-catalogues';
import { bySiteId, type SiteIdLookUp } from '../site-ids/by-site-id';
import type { KnownWork } from '../site-ids/known-work';
import { createRecordCatalogue } from '../tmdb/create-catalogue';
import type { SeasonsOfName } from '../tmdb/season-of-title';
import { createTitleCache } from '../tmdb/title-cache';
import { createOpenDatabase, type OpenSource } from '../sources/open-database';
import { createOpenNetwork } from '../sources/open-network';
import type { SiteId } from '../sources/open-work';
import type { SourceState } from '../sources/source-client';
import type { SourceClock } from '../sources/source-pace';
import { createTvmaze } from '../sources/tvmaze';
import { createWikidata, type Wikidata } from '../sources/wikidata';

/** Addresses of the free sources, for tests and for mirrors. */
export interface SourceAddresses {
  readonly wikidata?: string | undefined;
  readonly tvmaze?: string | undefined;
  readonly anilist?: string | undefined;
}

export interface FreeSourceOptions {
  readonly titles: Titles;
  readonly siteIds: Pick<SiteIds, 'works'>;
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
  /** The seasons of anime that bear a name. */
  readonly seasonsOfName: SeasonsOfName;
  /** What has become of the requests to each. */
  readonly states: () => Readonly<Record<'wikidata' | 'tvmaze', SourceState>>;
}

export function createFreeSources({
  titles,
  siteIds,
  addresses,
  ...options
}: FreeSourceOptions): FreeSources {
  const { fetch, userAgent, now, clock } = options;
  const shared = { fetch, userAgent, clock };
  const wikidata = createWikidata({ ...shared, ...defined({ url: addresses.wikidata }) });
  const tvmaze = createTvmaze({ ...shared, ...defined({ url: addresses.tvmaze }) });
  const anime = createAnime();
  const seasonsOfName: SeasonsOfName = (name) => anime.byName(name).filter(({ kind }) => kind === 'tv');
  const network = named('wikidata', createOpenNetwork(wikidata, tvmaze), { titles, now, seasonsOfName });
  const cache = createTitleCache({ titles, posters: noPosters, now });
  const lookUps: readonly SiteIdLookUp[] = [
    async (id) => (await siteIds.works(id)).map(toKnownWork),
    async (id) => anime.bySiteId(id),
    async (id) => {
      const key = `site/${id.site}/${id.id}`;
      return (await cache.get<KnownWork[]>(key, async () => ({ [key]: await knownTo(wikidata, id) }))) ?? [];
    },
  ];
  return {
    sources: { all: [network], with: (films) => [films, network] },
    bySiteId: (catalogue) => bySiteId(catalogue, lookUps),
    seasonsOfName,
    states: () => ({ wikidata: wikidata.state(), tvmaze: tvmaze.state() }),
  };
}

/** `movie/348`, `tv/1396`. */
function toKnownWork(work: string): KnownWork {
  const [kind, id] = work.split('/');
  return { kind: kind === 'movie' ? 'movie' : 'tv', tmdbId: Number(id) };
}

async function knownTo(wikidata: Wikidata, id: SiteId): Promise<KnownWork[]> {
  return (await wikidata.bySiteId(id)).map(({ kind, tmdbId }) => ({ kind, tmdbId }));
}

interface NamedOptions extends Pick<FreeSourceOptions, 'titles' | 'now'> {
  readonly seasonsOfName: SeasonsOfName;
}

/** A source that is asked as the film database is, with a part of the stored answers of its own. */
function named(name: string, source: OpenSource, { titles, now, seasonsOfName }: NamedOptions): NamedSource {
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
    seasonsOfName,
    now,
  });
  return { name, catalogue, patienceMs: 15_000 };
}

/** The free sources have no pictures that may be shown. */
const noPosters: Posters = {
  path: () => Promise.resolve(undefined),
  known: () => Promise.resolve(new Set()),
  paths: () => Promise.resolve(new Map()),
  setPaths: () => Promise.resolve(),
  picture: () => Promise.resolve(undefined),
  addPicture: () => Promise.resolve(),
};
