import { defined } from '../../../core/values/defined';
import {
  createAllowance,
  type Allowance,
  type Catalogue,
  type Title,
  type TitleQuestion,
  CatalogueError,
} from '../catalogue';
import type { Get } from './client';
import { comingEpisode, comingReleases, dayOf, nextEpisode } from './coming';
import { findEpisodes } from './find-episode';
import { findFilms } from './find-film';
import {
  createInquiry,
  type Inquiry,
  createTitleCache,
  type TitleCache,
  type TitleCacheOptions,
} from './inquiry';
import { placeholderNumber, type SeasonsOfName } from './stated-title';

export interface RecordOptions extends TitleCacheOptions {
  /** Answers questions that the film database cannot answer, and all questions while it is unreachable. */
  readonly fallback: Catalogue;
  /** Finds seasons by name in another source, if this source lists no name of a season. */
  readonly seasonsOfName?: SeasonsOfName;
}

/** Maximum number of requests for one question. */
const REQUESTS = 7;
/** Maximum for a question without an episode number, and for the next or coming episode. */
const FEWER_REQUESTS = 4;

/** The catalogue of a source that answers in the format of themoviedb.org. */
export function createRecordCatalogue(
  get: Get,
  { fallback, seasonsOfName = () => [], ...options }: RecordOptions,
): Catalogue {
  const cache = createTitleCache(options);
  const inquire = (allowance: Allowance, language?: string) => createInquiry(get, cache, allowance, language);
  return {
    async resolve(question, given) {
      const request = withNumberOfName(question);
      const found = await attempt(() => look({ cache, inquire, seasonsOfName }, request, given));
      if (found.ok && found.value.length > 0) return found.value;
      const builtIn = await attempt(() => fallback.resolve(request));
      if (builtIn.ok && builtIn.value.length > 0) return builtIn.value;
      // Clients remember "nothing found", so it is returned only if the film database was really asked.
      if (!found.ok) throw found.error;
      return [];
    },
    async next(place, allowance = createAllowance({ requests: FEWER_REQUESTS })) {
      const today = dayOf(options.now());
      const found = await attempt(() => nextEpisode(inquire(allowance), place, today));
      if (found.ok && found.value !== undefined) return found.value;
      return fallback.next(place);
    },
    async coming(tmdbId, allowance = createAllowance({ requests: FEWER_REQUESTS })) {
      const found = await attempt(() => comingEpisode(inquire(allowance), tmdbId, dayOf(options.now())));
      return found.ok ? found.value : fallback.coming?.(tmdbId);
    },
    async releases(page, allowance = createAllowance({ requests: 1 })) {
      const found = await attempt(() => comingReleases(inquire(allowance), page, options.now()));
      return found.ok ? found.value : undefined;
    },
  };
}

type Looking = Readonly<{
  cache: TitleCache;
  inquire: (allowance: Allowance, language?: string) => Inquiry;
  seasonsOfName: SeasonsOfName;
}>;

async function look(
  { cache, inquire, seasonsOfName }: Looking,
  request: TitleQuestion,
  given: Allowance | undefined,
): Promise<Title[]> {
  const spent = `spent/${JSON.stringify(request)}`;
  const isSpent = await cache.has(spent);
  const allowance = given ?? createAllowance({ requests: isSpent ? 0 : requestLimit(request) });
  const inquiry = inquire(allowance, request.language);
  const titles =
    request.type === 'movie'
      ? await findFilms(inquiry, request)
      : await findEpisodes(inquiry, request, seasonsOfName);
  // The question counts as unknown for a day. Later, the search continues where it stopped, because its
  // results are stored.
  const isNew = given === undefined && !isSpent && titles.length === 0 && allowance.hasRefused;
  if (isNew) await cache.get(spent, async () => ({ [spent]: undefined }));
  return titles;
}

/** An episode whose name is only "Chapter 3" is looked up by its number. */
function withNumberOfName(request: TitleQuestion): TitleQuestion {
  const { episodeNumber, episodeTitle = '' } = request;
  return { ...request, ...defined({ episodeNumber: episodeNumber ?? placeholderNumber(episodeTitle) }) };
}

/**
 * Without an episode number, the name would be searched for in all seasons of every series found, so such a
 * question gets fewer requests.
 */
function requestLimit({ type, episodeNumber }: TitleQuestion): number {
  return type === 'episode' && episodeNumber === undefined ? FEWER_REQUESTS : REQUESTS;
}

type CatalogueResult<T> = Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; error: CatalogueError }>;

export async function attempt<T>(work: () => Promise<T>): Promise<CatalogueResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof CatalogueError) return { ok: false, error };
    throw error;
  }
}
