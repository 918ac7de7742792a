import * as z from 'zod/mini';

const text = z.optional(z.nullable(z.string().check(z.maxLength(500))));
const id = z.optional(z.nullable(z.int().check(z.minimum(1))));
const number = z.optional(z.nullable(z.int().check(z.minimum(0))));
const timeText = z.optional(z.nullable(z.string().check(z.maxLength(40))));

const resume = z.optional(
  z.nullable(z.object({ position: z.number().check(z.minimum(0)), total: z.number().check(z.minimum(0)) })),
);

const work = { title: text, originalTitle: text, tmdbId: id, imdbId: text, year: number };
const played = {
  playCount: number,
  /** Local time of the device, or with an offset. */
  lastPlayed: timeText,
  rating: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(10)))),
};

export const kodiMovieSchema = z.object({ ...work, ...played, runtime: number, resume });
export const kodiShowSchema = z.object({ ...work, ...played, watchedEpisodes: number, episodeCount: number });
export const kodiEpisodeSchema = z.object({
  ...work,
  ...played,
  showTitle: text,
  showTmdbId: id,
  season: z.optional(z.nullable(z.int())),
  episode: z.optional(z.nullable(z.int())),
  runtime: number,
  resume,
});
/** An entry of `favorites`, or of a playlist. */
export const kodiItemSchema = z.object({
  ...work,
  type: z.enum(['movie', 'tv', 'episode']),
  showTmdbId: id,
  season: z.optional(z.nullable(z.int())),
  episode: z.optional(z.nullable(z.int())),
});

const listOf = (longest: number) => z.prefault(z.array(z.unknown()).check(z.maxLength(longest)), []);
const option = z.prefault(z.boolean(), false);

const kodiOptionsSchema = z.object({
  importCollection: option,
  collectionFormat: z.prefault(z.string().check(z.minLength(1), z.maxLength(40)), 'digital'),
  importWatched: option,
  importWatchDates: option,
  importRatings: option,
  unwatchedToWatchlist: option,
  importResume: option,
  importPlaylists: option,
  importFavorites: option,
});
export type KodiOptions = z.infer<typeof kodiOptionsSchema>;

/** Body of `POST /kodi/import`. An entry in another format is counted as unresolved. */
export const kodiImportSchema = z.object({
  source: z.optional(z.string().check(z.maxLength(100))),
  importSessionId: z.string().check(z.minLength(1), z.maxLength(100)),
  chunk: z.int().check(z.minimum(1), z.maximum(100_000)),
  totalChunks: z.int().check(z.minimum(1), z.maximum(100_000)),
  options: z.prefault(kodiOptionsSchema, {}),
  movies: listOf(250),
  tvShows: listOf(250),
  episodes: listOf(250),
  favorites: listOf(250),
  playlists: listOf(250),
});
export type KodiImport = z.infer<typeof kodiImportSchema>;

/** `data` of `POST /kodi/import`: what this chunk has added. */
export const kodiImportedSchema = z.object({
  imported: z.object({
    movies: z.int(),
    episodes: z.int(),
    ratings: z.int(),
    watchlist: z.int(),
    scrobbles: z.int(),
    lists: z.int(),
    favorites: z.int(),
    collection: z.int(),
  }),
  skipped: z.object({ alreadyWatched: z.int(), unresolved: z.int() }),
  unresolved: z.array(z.object({ type: z.string(), title: z.string() })),
});
export type KodiImported = z.infer<typeof kodiImportedSchema>;
