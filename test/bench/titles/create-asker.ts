import type { Media } from '../../../src/core/media/media';
import type { Item } from '../../../src/core/media/item';
import { withRelevantNames } from '../../../src/core/matching/name-evidence';
import { readResolvedMedia } from '../../../src/protocol/tracker/read-resolved-media';
import { createTmdbCatalogue } from '../../../src/service/catalogue/tmdb/tmdb-catalogue';
import type { Catalogue } from '../../../src/service/catalogue/catalogue';
import { createFreeSources } from '../../../src/service/catalogue/free/free-sources';
import { joinCatalogues } from '../../../src/service/catalogue/join-catalogues';
import { packOfTracker } from '../../../src/service/catalogue/pack/create-pack';
import { toCandidate } from '../../../src/service/library/media-records';
import type { Posters, StoredTitle, Titles } from '../../../src/service/store/titles';
import { mediaOf } from '../../../src/tracker/media-of';
import { resolveRequest } from '../../../src/protocol/tracker/resolve-request';
import { createFilmDatabase } from '../../support/film-database/create-film-database';
import type { TitleData, WorkRecord } from '../../support/film-database/titles';
import { createAniListAnswers } from '../../support/free-sources/anilist-answers';
import { toFacts } from '../../support/free-sources/to-facts';
import { createTvmazeAnswers } from '../../support/free-sources/tvmaze-answers';
import { createWikidataAnswers, type WikidataAnswer } from '../../support/free-sources/wikidata-answers';

/** What the tracker answers about an item, as the extension reads it, and the requests that it cost. */
interface Asked {
  readonly candidates: readonly Media[];
  readonly requests: number;
}

export type Asker = (item: Item) => Promise<Asked>;

/** The catalogue of the service for one question; the function is called for each of its requests. */
type CatalogueFor = (onRequest: () => void) => Catalogue;

/**
 * Asks the catalogue of the service about an item as the extension does, without a network: the film database
 * answers in this process. Nothing is kept between two questions.
 */
export function createAsker(data: TitleData, personLanguage = 'en'): Asker {
  const answer = createFilmDatabase(data);
  return askerOf(personLanguage, (onRequest) =>
    createTmdbCatalogue({
      token: 'test',
      url: 'https://films.example',
      fetch: async (address) => {
        onRequest();
        const { pathname, searchParams } = new URL(address instanceof Request ? address.url : address);
        const { status, body } = answer(pathname, searchParams);
        return Response.json(body, { status });
      },
      fallback: emptyCatalogue,
      rate: { admit: () => Promise.resolve(), pause: () => undefined },
      titles: memoryTitles(),
      posters: noPosters,
      now: () => 0,
    }),
  );
}

/** The same without a token: the free sources know these works, and what they have answered is kept. */
export function createFreeAsker(data: TitleData): Asker {
  let count = () => {};
  let time = 0;
  const clock = {
    now: () => time,
    wait: async (ms: number) => {
      time += ms;
    },
  };
  const fetch = freeSourcesOf(data, () => count());
  const now = () => 0;
  const shared = { fetch, clock, now, addresses: FREE_ADDRESSES, userAgent: 'bench/1 (test)' };
  const free = createFreeSources({
    ...shared,
    titles: memoryTitles(),
    siteIds: { works: async () => [] },
    switches: { off: async () => [] },
    pack: packOfTracker({ ...shared, path: undefined }),
  });
  const catalogue = free.bySiteId(joinCatalogues(free.sources()));
  return askerOf('en', (onRequest) => {
    count = onRequest;
    // As a person watches, so that no limit of a source is reached.
    time += 60_000;
    return catalogue;
  });
}

const FREE_ADDRESSES = {
  wikidata: 'https://wikidata.example',
  wikidataQuery: 'https://query.example',
  tvmaze: 'https://tvmaze.example',
  anilist: 'https://anilist.example',
};

function freeSourcesOf(data: TitleData, onRequest: () => void): typeof fetch {
  const facts = [...data.works, ...data.decoys].map(withoutUnlisted).map(toFacts);
  const wikidata = createWikidataAnswers(facts);
  const tvmaze = createTvmazeAnswers(facts, () => FREE_ADDRESSES.tvmaze);
  const anilist = createAniListAnswers([]);
  const ask = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    onRequest();
    const url = new URL(input instanceof Request ? input.url : input);
    const answers: Readonly<Record<string, () => WikidataAnswer>> = {
      [FREE_ADDRESSES.wikidata]: () => wikidata(url.searchParams),
      [FREE_ADDRESSES.tvmaze]: () => tvmaze(url.pathname, url.searchParams),
      [FREE_ADDRESSES.anilist]: () =>
        anilist(init?.method ?? 'GET', typeof init?.body === 'string' ? init.body : ''),
    };
    const { status, body, headers = {} } = answers[url.origin]?.() ?? { status: 404, body: {} };
    const location = headers['location'];
    return location === undefined ? Response.json(body, { status, headers }) : ask(location);
  };
  return ask;
}

/** Names that the film database does not list are not at Wikidata either. */
function withoutUnlisted(work: WorkRecord): WorkRecord {
  const { titles, listed = {} } = work;
  if (titles === undefined) return work;
  const known = Object.entries(titles).filter(([language]) => listed[language] !== 'nowhere');
  return { ...work, titles: Object.fromEntries(known) };
}

function askerOf(personLanguage: string, catalogueFor: CatalogueFor): Asker {
  return async (item) => {
    let requests = 0;
    const catalogue = catalogueFor(() => {
      requests += 1;
    });
    const titles = await catalogue.resolve(resolveRequest(item));
    const found = titles.map((title) => toCandidate(title, 'https://tracker.example'));
    // The form in which it would arrive: what the reader leaves out is left out here too.
    const { candidates = [], ...best } = readResolvedMedia(
      JSON.parse(JSON.stringify({ ...found[0], candidates: found })),
      item.type,
    ) ?? { type: item.type, title: '' };
    const media = [best, ...candidates].flatMap((one) => mediaOf(one) ?? []);
    return { requests, candidates: media.map((one) => withRelevantNames(item, one, personLanguage)) };
  };
}

const emptyCatalogue: Catalogue = {
  resolve: () => Promise.resolve([]),
  next: () => Promise.resolve(undefined),
};

function memoryTitles(): Titles {
  const stored = new Map<string, StoredTitle>();
  return {
    read: async (key) => stored.get(key),
    async write(entries) {
      for (const [key, body] of Object.entries(entries)) stored.set(key, { body, fetchedAt: 0 });
    },
  };
}

const noPosters: Posters = {
  path: async () => undefined,
  known: async () => new Set(),
  paths: async () => new Map(),
  setPaths: async () => undefined,
  picture: async () => undefined,
  addPicture: async () => undefined,
};
