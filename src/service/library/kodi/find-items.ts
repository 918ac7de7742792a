import * as z from 'zod/mini';
import { defined } from '../../../core/values/defined';
import {
  kodiEpisodeSchema,
  kodiItemSchema,
  kodiMovieSchema,
  kodiShowSchema,
  type KodiImport,
} from '../../../protocol/tracker/kodi-import';
import { createAllowance, type Allowance, CatalogueError } from '../../catalogue/catalogue';
import type { Service } from '../../http/environment';
import type { MediaIds } from '../../../core/library/media-key';
import { mediaKey } from '../../../core/library/media-key';
import { findMedia } from '../find-media';

type KodiMovie = z.infer<typeof kodiMovieSchema>;
type KodiShow = z.infer<typeof kodiShowSchema>;
type KodiEpisode = z.infer<typeof kodiEpisodeSchema>;
type KodiItem = z.infer<typeof kodiItemSchema>;

/** An entry of a Kodi library, and the tracker's work for it. */
export type KodiMatch<T> = Readonly<{
  entry: T;
  /** The key of the work: `movie:348`, `show:1396`, `episode:1396:1:2`. */
  media: string;
  /** Only of a film or an episode. */
  ids: MediaIds | undefined;
}>;

export type FoundItems = Readonly<{
  movies: KodiMatch<KodiMovie>[];
  shows: KodiMatch<KodiShow>[];
  episodes: KodiMatch<KodiEpisode>[];
  favorites: KodiMatch<KodiItem>[];
  playlists: Readonly<{ name: string; items: KodiMatch<KodiItem>[] }>[];
  unresolved: Readonly<{ type: string; title: string }>[];
}>;

/** Maximum requests to the film database for those entries of a chunk that lack its id. */
const REQUESTS = 40;

const playlistSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  items: z.array(z.unknown()).check(z.maxLength(2000)),
});

/**
 * Finds the works of a chunk's entries. An entry without an id of the film database is looked up; a doubtful
 * match does not count.
 */
export async function findItems(
  service: Pick<Service, 'catalogue'>,
  { movies, tvShows, episodes, favorites, playlists }: KodiImport,
  origin: string,
): Promise<FoundItems> {
  const unresolved: { type: string; title: string }[] = [];
  const context = { service, origin, allowance: createAllowance({ requests: REQUESTS, timeMs: 60_000 }) };
  const findAll = createFinder(unresolved);
  const ofItem = (item: KodiItem) => {
    if (item.type === 'episode') return findEpisode(context, item);
    return findWork(context, item.type, item);
  };
  const lists = [];
  for (const one of playlists) {
    const { success, data } = z.safeParse(playlistSchema, one);
    if (success)
      lists.push({ name: data.name, items: await findAll(data.items, kodiItemSchema, 'playlist', ofItem) });
    else unresolved.push({ type: 'playlist', title: titleOf(one) });
  }
  return {
    movies: await findAll(movies, kodiMovieSchema, 'movie', (one) => findWork(context, 'movie', one)),
    shows: await findAll(tvShows, kodiShowSchema, 'tv', (one) => findWork(context, 'tv', one)),
    episodes: await findAll(episodes, kodiEpisodeSchema, 'episode', (one) => findEpisode(context, one)),
    favorites: await findAll(favorites, kodiItemSchema, 'favorite', ofItem),
    playlists: lists,
    unresolved,
  };
}

/** Finds the works of entries of one type. Adds invalid and unknown entries to `unresolved`. */
function createFinder(unresolved: { type: string; title: string }[]) {
  return async <T>(
    entries: unknown[],
    schema: z.ZodMiniType<T>,
    type: string,
    find: (entry: T) => Promise<Omit<KodiMatch<T>, 'entry'> | undefined>,
  ): Promise<KodiMatch<T>[]> => {
    const found: KodiMatch<T>[] = [];
    for (const one of entries) {
      const { success, data } = z.safeParse(schema, one);
      const work = success ? await find(data) : undefined;
      if (success && work !== undefined) found.push({ entry: data, ...work });
      else unresolved.push({ type, title: titleOf(one) });
    }
    return found;
  };
}

type KodiLookUp = Readonly<{
  service: Pick<Service, 'catalogue'>;
  origin: string;
  allowance: Allowance;
}>;

type KodiWork = Pick<KodiMovie, 'tmdbId' | 'imdbId' | 'title' | 'originalTitle' | 'year'>;

async function findWork(
  context: KodiLookUp,
  type: 'movie' | 'tv',
  { tmdbId, imdbId, title, year }: KodiWork,
): Promise<{ media: string; ids: MediaIds | undefined } | undefined> {
  const id = tmdbId ?? (await lookUp(context, { type, imdbId: imdbOf(imdbId), title, year }));
  if (id === undefined) return undefined;
  const ids = type === 'movie' ? ({ type, tmdbId: id } as const) : undefined;
  return { media: ids === undefined ? `show:${String(id)}` : mediaKey(ids), ids };
}

/** `imdbId`: of the episode or of its series; Kodi's client sends whichever it has. */
type NumberedEpisode = Pick<KodiEpisode, 'tmdbId' | 'imdbId' | 'showTmdbId' | 'season' | 'episode'> &
  Readonly<{
    showTitle?: string | null | undefined;
  }>;

async function findEpisode(
  context: KodiLookUp,
  episode: NumberedEpisode,
): Promise<{ media: string; ids: MediaIds } | undefined> {
  const place = await placeOf(context, episode);
  const episodeId = episode.tmdbId ?? undefined;
  if (place === undefined && episodeId === undefined) return undefined;
  const ids: MediaIds = { type: 'episode', ...place, ...defined({ episodeId }) };
  return { media: mediaKey(ids), ids };
}

async function placeOf(
  context: KodiLookUp,
  { showTmdbId, showTitle, imdbId, season, episode }: NumberedEpisode,
): Promise<{ tmdbId: number; seasonNumber: number; episodeNumber: number } | undefined> {
  if (season == null || season < 0 || episode == null || episode < 1) return undefined;
  const series = { type: 'tv', imdbId: imdbOf(imdbId), title: showTitle } as const;
  const tmdbId = showTmdbId ?? (await lookUp(context, series));
  return tmdbId === undefined ? undefined : { tmdbId, seasonNumber: season, episodeNumber: episode };
}

/** The id of the film or series. `undefined`: nothing was found, or the match is doubtful. */
async function lookUp(
  { service, origin, allowance }: KodiLookUp,
  question: Parameters<typeof findMedia>[1],
): Promise<number | undefined> {
  if (!question.imdbId && !question.title) return undefined;
  try {
    const found = await findMedia(service, question, origin, allowance);
    if (found === undefined || found === 'invalid' || found.matchConfidence !== 'high') return undefined;
    return found.tmdbId;
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

function imdbOf(text: string | null | undefined): string | undefined {
  return text != null && /^tt\d{5,10}$/.test(text) ? text : undefined;
}

const LONGEST_TITLE = 200;

function titleOf(entry: unknown): string {
  const { title, showTitle, name } = (entry ?? {}) as Record<string, unknown>;
  const text = [title, showTitle, name].find((one) => typeof one === 'string' && one !== '');
  return typeof text === 'string' ? text.slice(0, LONGEST_TITLE) : '';
}
