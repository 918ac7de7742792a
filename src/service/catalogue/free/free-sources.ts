import { defined } from '../../../core/values/defined';
import type { SiteIds } from '../../store/title-choices';
import type { SourceSwitches } from '../../store/facts';
import type { Titles } from '../../store/titles';
import { createAnime, type Anime } from '../anime/anime';
import { type Catalogue, emptyCatalogue } from '../catalogue';
import { fairly, type Pace } from '../fair-turns';
import type { NamedSource } from '../join-catalogues';
import type { Pack } from '../pack/create-pack';
import { createPackCatalogue } from '../pack/pack-catalogue';
import { bySiteId, type SiteIdLookUp, askAll } from './by-site-id';
import type { KnownWork, SiteId } from '../sources/open-work';
import { createAniList, type AniList, type AniListEntry } from '../sources/anilist';
import { noPosters, createOpenDatabase, createOpenNetwork } from '../sources/open-database';
import type { SourceState } from '../sources/source-client';
import type { SourceClock, SourceAddresses } from '../sources/source-pace';
import { createTvmaze } from '../sources/tvmaze';
import { createWikidata, type Wikidata } from '../sources/wikidata';
import { createRecordCatalogue } from '../tmdb/create-catalogue';
import type { SeasonsOfName } from '../tmdb/stated-title';
import { createTitleCache, type TitleCache } from '../tmdb/inquiry';
import { createOpenDetails } from './open-details';
import { cleanTitle } from '../../../core/matching/clean-title';
import { hasName } from '../compare-titles';

export type FreeSourceOptions = Readonly<{
  titles: Titles;
  siteIds: Pick<SiteIds, 'works'>;
  switches: Pick<SourceSwitches, 'off'>;
  pack: Pack;
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  addresses: SourceAddresses;
  /** `User-Agent` header: names the software and how to reach the owner of this tracker. */
  userAgent: string;
  clock?: SourceClock | undefined;
}>;

/** Sources that the owner can turn off. */
export const SOURCES = ['pack', 'tmdb', 'wikidata', 'tvmaze', 'anilist'] as const;

export type SourceName = (typeof SOURCES)[number];

/** The sources that need no token. */
export type FreeSources = Readonly<{
  pack: Pack;
  /** All sources, best first. `films` is the film database, if the tracker has a token for it. */
  sources: (films?: Catalogue) => NamedSource[];
  /** Wraps a catalogue so that the site's own id of a work is looked up first. */
  bySiteId: (catalogue: Catalogue) => Catalogue;
  /** Finds the seasons of anime by name. */
  seasonsOfName: SeasonsOfName;
  /** The state of the requests to each source. */
  states: () => Readonly<Record<'wikidata' | 'tvmaze' | 'anilist', SourceState>>;
}>;

export function createFreeSources(options: FreeSourceOptions): FreeSources {
  const { titles, siteIds, addresses, pack, now } = options;
  const { wikidata, tvmaze, anilist } = createClients(options, addresses);
  const isOff = createIsOff(options);
  const anime = createAnime();
  const seasonsOfName: SeasonsOfName = (name) => anime.byName(name).filter(({ kind }) => kind === 'tv');
  const isTvmazeOff = () => isOff('tvmaze');
  const database = createOpenNetwork(wikidata, tvmaze, isTvmazeOff);
  const shared = { posters: noPosters, fallback: emptyCatalogue, seasonsOfName, now };
  const stored = partOf(titles, 'wikidata');
  const network = createRecordCatalogue(createOpenDatabase(database), { ...shared, titles: stored });
  const packed = createPackCatalogue(pack, shared);
  const cache = createTitleCache({ titles, posters: noPosters, now });
  const names = createAniListCatalogue({ anilist, anime, cache, works: network });
  const source = (name: SourceName, catalogue: Catalogue): NamedSource => ({
    name,
    catalogue,
    isOff: () => isOff(name),
  });
  const lookUps: SiteIdLookUp[] = [
    async (id) => (await siteIds.works(id)).map(toKnownWork),
    async (id) => anime.bySiteId(id),
    async (id) => ((await isOff('pack')) ? [] : pack.bySiteId(id)),
    async (id) => ((await isOff('wikidata')) ? [] : knownToWikidata(wikidata, cache, id)),
  ];
  const details = createOpenDetails({ wikidata, tvmaze, isTvmazeOff, cache });
  return {
    pack,
    sources: (films) => [
      { ...source('pack', packed), isPartial: true },
      ...(films === undefined ? [] : [source('tmdb', films)]),
      { ...source('wikidata', { ...network, details }), patienceMs: 15_000 },
      { ...source('anilist', names), isPartial: true },
    ],
    bySiteId: (catalogue) => bySiteId(catalogue, lookUps),
    seasonsOfName,
    states: () => ({ wikidata: wikidata.state(), tvmaze: tvmaze.state(), anilist: anilist.state() }),
  };
}

function createClients(
  { fetch, userAgent, clock }: Pick<FreeSourceOptions, 'fetch' | 'userAgent' | 'clock'>,
  addresses: SourceAddresses,
) {
  // At most 20 requests of one person wait. A request that has waited for 10 s is refused.
  const arrange = (pace: Pace) =>
    fairly(pace, { most: 20, longestWaitMs: 10_000, ...defined({ now: clock?.now }) });
  const shared = { fetch, userAgent, clock, arrange };
  return {
    wikidata: createWikidata({ ...shared, ...defined({ url: addresses.wikidata }) }),
    tvmaze: createTvmaze({ ...shared, ...defined({ url: addresses.tvmaze }) }),
    anilist: createAniList({ ...shared, ...defined({ url: addresses.anilist }) }),
  };
}

/**
 * Milliseconds after which the switches are read again. Another process with the same database may have
 * turned a source off.
 */
const LOOK_AGAIN_MS = 2000;

function createIsOff({ switches, now }: Pick<FreeSourceOptions, 'switches' | 'now'>) {
  let known: Promise<string[]> | undefined;
  let readAt = 0;
  return async (name: SourceName): Promise<boolean> => {
    if (known === undefined || Math.abs(now() - readAt) >= LOOK_AGAIN_MS) {
      readAt = now();
      known = switches.off();
    }
    return (await known).includes(name);
  };
}

/** Reads a work that people have stated: `movie/348`, `tv/1396`. */
function toKnownWork(work: string): KnownWork {
  const [kind, id] = work.split('/');
  return { kind: kind === 'movie' ? 'movie' : 'tv', tmdbId: Number(id), isSaid: true };
}

async function knownToWikidata(wikidata: Wikidata, cache: TitleCache, id: SiteId): Promise<KnownWork[]> {
  const key = `site/${id.site}/${id.id}`;
  const ask = async () => (await wikidata.bySiteId(id)).map(({ kind, tmdbId }) => ({ kind, tmdbId }));
  return (await cache.get<KnownWork[]>(key, async () => ({ [key]: await ask() }))) ?? [];
}

/** The stored answers of one source: the keys get its name as prefix. */
function partOf(titles: Titles, name: string): Titles {
  return {
    read: (key) => titles.read(`${name}/${key}`),
    write: (entries) =>
      titles.write(
        Object.fromEntries(Object.entries(entries).map(([key, body]) => [`${name}/${key}`, body])),
      ),
  };
}

type AniListOptions = Readonly<{
  anilist: AniList;
  /** Maps AniList's ids to TMDB ids. */
  anime: Anime;
  cache: TitleCache;
  /** Answers questions by TMDB id. */
  works: Catalogue;
}>;

/** Finds films and seasons of anime by names that only AniList has, such as short names and translations. */
function createAniListCatalogue({ anilist, anime, cache, works }: AniListOptions): Catalogue {
  const search = async (name: string): Promise<AniListEntry[]> => {
    const key = `anilist/${name.toLowerCase()}`;
    return (await cache.get<AniListEntry[]>(key, async () => ({ [key]: await anilist.search(name) }))) ?? [];
  };
  return {
    ...emptyCatalogue,
    async resolve(question, allowance) {
      const kind = question.type === 'movie' ? 'movie' : 'tv';
      const { title: name } = cleanTitle((kind === 'movie' ? question.title : question.seriesTitle) ?? '');
      if (name === '') return [];
      const entries = (await search(name)).filter(({ names }) => hasName(name, names));
      const known = entries.flatMap(({ id }) => anime.byAniListId(id)).filter((work) => work.kind === kind);
      if (known.length === 0) return [];
      const titles = await askAll(works, question, { works: known, allowance });
      const names = entries.flatMap((entry) => entry.names.map((title) => ({ title })));
      return titles.map((title) => ({ ...title, titles: [...(title.titles ?? []), ...names] }));
    },
  };
}
