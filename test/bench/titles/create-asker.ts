import type { Media } from '../../../src/core/media/media';
import type { Item } from '../../../src/core/media/item';
import { withRelevantNames } from '../../../src/core/matching/relevant-names';
import { readResolvedMedia } from '../../../src/protocol/tracker/read-resolved-media';
import { createTmdbCatalogue } from '../../../src/service/catalogue/tmdb/create-catalogue';
import type { Catalogue } from '../../../src/service/catalogue/catalogue';
import { toCandidate } from '../../../src/service/library/title-records';
import type { Posters } from '../../../src/service/store/posters';
import type { StoredTitle, Titles } from '../../../src/service/store/titles';
import { mediaOf } from '../../../src/tracker/media-of';
import { resolveRequest } from '../../../src/protocol/tracker/resolve-request';
import { createFilmDatabase } from '../../support/film-database/create-film-database';
import type { TitleData } from '../../support/film-database/titles';

/** What the tracker answers about an item, as the extension reads it, and the requests that it cost. */
export interface Asked {
  readonly candidates: readonly Media[];
  readonly requests: number;
}

export type Asker = (item: Item) => Promise<Asked>;

/**
 * Asks the catalogue of the service about an item as the extension does, without a network: the film database
 * answers in this process. Nothing is kept between two questions.
 */
export function createAsker(data: TitleData, personLanguage = 'en'): Asker {
  const answer = createFilmDatabase(data);
  return async (item) => {
    let requests = 0;
    const catalogue = createTmdbCatalogue({
      token: 'test',
      url: 'https://films.example',
      fetch: async (address) => {
        requests += 1;
        const { pathname, searchParams } = new URL(address instanceof Request ? address.url : address);
        const { status, body } = answer(pathname, searchParams);
        return Response.json(body, { status });
      },
      fallback: emptyCatalogue,
      rate: { admit: () => Promise.resolve(), pause: () => undefined },
      titles: memoryTitles(),
      posters: noPosters,
      now: () => 0,
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
