import { mediaKey, type MediaIds } from '../core/library/media-key';
import { defined } from '../core/values/defined';
import {
  type Catalogue,
  type Title,
  type TitleQuestion,
  CatalogueError,
  emptyCatalogue,
} from '../service/catalogue/catalogue';
import { joinCatalogues } from '../service/catalogue/join-catalogues';
import { noPosters, createOpenDatabase, createOpenNetwork } from '../service/catalogue/sources/open-database';
import { createTvmaze } from '../service/catalogue/sources/tvmaze';
import { createWikidata } from '../service/catalogue/sources/wikidata';
import { createRecordCatalogue } from '../service/catalogue/tmdb/create-catalogue';
import type { LibraryDatabase, StoredName, Library, LibraryWorld } from './database';
import * as z from 'zod/mini';
import { mediaReferenceSchema, type MediaReference } from '../protocol/tracker/media-fields';

type TitleStore = Pick<Library, 'catalogue' | 'database'>;

/** Cache lifetime of the sources' answers in milliseconds, as in the tracker service. */
const LONGEST = 180 * 86_400_000;

/** Wikidata and TVmaze: the person has chosen that they are asked. */
export function createTitles({ database, fetch, now }: LibraryWorld): Catalogue {
  // Browsers set the user agent themselves.
  const shared = { fetch: plainFetch(fetch), userAgent: '' };
  const network = createOpenNetwork(createWikidata(shared), createTvmaze(shared), async () => false);
  const catalogue = createRecordCatalogue(createOpenDatabase(network), {
    titles: keptAnswers(database, now),
    posters: noPosters,
    fallback: emptyCatalogue,
    now,
  });
  return joinCatalogues([{ name: 'network', catalogue, patienceMs: 15_000 }]);
}

/**
 * Sends no cookies and follows redirects, since TVmaze answers a look-up with one. An answer from another
 * host is rejected.
 */
function plainFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, { method = 'GET', body, signal } = {}) => {
    const response = await fetch(input, {
      method,
      ...defined({ body, signal }),
      headers: { accept: 'application/json' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    const address = typeof input === 'string' || input instanceof URL ? input : input.url;
    if (new URL(response.url).origin === new URL(address).origin) return response;
    throw new TypeError('another host');
  };
}

function keptAnswers(database: LibraryDatabase, now: () => number) {
  return {
    read: (key: string) =>
      database.get('answers', key).then((found) => found && { body: undefined, ...found }),
    async write(entries: Readonly<Record<string, unknown>>): Promise<void> {
      const { store, done } = database.transaction('answers', 'readwrite');
      const old = await store.index('fetchedAt').getAllKeys(IDBKeyRange.upperBound(now() - LONGEST));
      await Promise.all([
        ...old.map((key) => store.delete(key)),
        ...Object.entries(entries).map(([key, body]) => store.put({ key, body, fetchedAt: now() })),
        done,
      ]);
    },
  };
}

/** Finds titles and stores their names, because playback updates contain only ids. */
export async function findTitles(
  { catalogue, database }: TitleStore,
  question: TitleQuestion,
): Promise<Title[]> {
  const titles = await catalogue.resolve(question);
  const { store, done } = database.transaction('names', 'readwrite');
  await Promise.all([...titles.map((title) => store.put(toName(title))), done]);
  return titles;
}

export function toName({ title, episodeTitle, year, ...ids }: Title): StoredName {
  return { media: mediaKey(ids), title, ...defined({ episodeTitle, year }) };
}

/** The names of these titles. Missing ones are looked up. */
export async function namesOf(
  library: TitleStore,
  titles: Readonly<{ media: string; ids: MediaIds }>[],
): Promise<ReadonlyMap<string, StoredName>> {
  const names = new Map<string, StoredName>();
  for (const { media, ids } of titles) {
    if (names.has(media)) continue;
    const name = (await library.database.get('names', media)) ?? (await lookUp(library, ids));
    if (name !== undefined) names.set(media, name);
  }
  return names;
}

async function lookUp(
  library: TitleStore,
  { type, tmdbId, seasonNumber, episodeNumber }: MediaIds,
): Promise<StoredName | undefined> {
  if (tmdbId === undefined) return undefined;
  try {
    const question = defined({ type, tmdbId, seasonNumber, episodeNumber });
    const [found] = await findTitles(library, question);
    return found && toName(found);
  } catch (error) {
    // It is shown by its id, and looked up again the next time.
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

/** An error for what the library refuses or does not have, in the API's format. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const invalid = (message: string) => new LibraryError(400, 'VALIDATION_ERROR', message);

export const unknown = (message: string) => new LibraryError(404, 'NOT_FOUND', message);

/** The film or episode that a request names. Throws if its ids are not sufficient. */
export function toIds(reference: MediaReference): MediaIds {
  const { type, id, tmdbId, tvShowId = tmdbId, seasonNumber, episodeNumber } = reference;
  if (type === 'movie') {
    const film = tmdbId ?? id;
    if (film !== undefined) return { type, tmdbId: film };
  } else if (tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined)
    return { type, tmdbId: tvShowId, seasonNumber, episodeNumber, ...defined({ episodeId: id }) };
  else if (id !== undefined) return { type, episodeId: id };
  throw invalid('The ids do not name a film or an episode');
}

const NUMBERS = ['id', 'tmdbId', 'tvShowId', 'seasonNumber', 'episodeNumber'];

/** The film or episode in a query. */
export function idsIn(query: URLSearchParams): MediaIds {
  const fields = [...query].map(([name, text]) => [name, NUMBERS.includes(name) ? Number(text) : text]);
  const { success, data } = z.safeParse(mediaReferenceSchema, Object.fromEntries(fields));
  if (success) return toIds(data);
  throw invalid('The query does not name a film or an episode');
}
