import * as z from 'zod/mini';

const number = z.optional(z.nullable(z.int().check(z.minimum(0))));

/** An item of `POST /media/status`, under each of its documented names. One in another format is left out. */
export const statusItemSchema = z.object({
  type: z.enum(['movie', 'tv', 'episode']),
  id: number,
  tmdbId: number,
  tmdb_id: number,
  seasonNumber: number,
  season_number: number,
  season: number,
  episodeNumber: number,
  episode_number: number,
  episode: number,
});
export type StatusItem = z.infer<typeof statusItemSchema>;

/** Body of `POST /media/status`. */
export const statusRequestSchema = z.object({
  items: z.prefault(z.array(z.unknown()).check(z.maxLength(50)), []),
});

/** What the tracker knows about a work for one person. An absent field is unknown, or has no value. */
const mediaStatusSchema = z.object({
  watched: z.boolean(),
  /** How often it was watched. */
  rewatchCount: z.optional(z.int()),
  watchedAt: z.optional(z.nullable(z.string())),
  inWatchlist: z.optional(z.boolean()),
  inCollection: z.optional(z.boolean()),
  isFavorite: z.optional(z.boolean()),
  rating: z.optional(z.nullable(z.int())),
  watchlistPriority: z.optional(z.nullable(z.int())),
  progress: z.optional(z.int()),
  duration: z.optional(z.int()),
  inProgress: z.optional(z.boolean()),
  watchedEpisodes: z.optional(z.int()),
  airedEpisodes: z.optional(z.int()),
  lastWatchedAt: z.optional(z.nullable(z.string())),
  /** Ours: there are people to whose history the viewing can be added (`POST /matinee/companions`). */
  hasCompanions: z.optional(z.boolean()),
});
export type MediaStatus = z.infer<typeof mediaStatusSchema>;

/** By `movie:603`, `tv:1396`, `episode:62085`, `episode:1396:1:1`. */
export const mediaStatusesSchema = z.record(z.string(), mediaStatusSchema);

/** Body of `POST /media/show-progress`. */
export const showProgressRequestSchema = z.object({
  ids: z.array(z.int().check(z.minimum(1))).check(z.maxLength(20)),
});

const showProgressSchema = z.object({
  watchedEpisodes: z.int(),
  airedEpisodes: z.int(),
  lastWatchedAt: z.nullable(z.string()),
  next: z.nullable(
    z.object({
      seasonNumber: z.int(),
      episodeNumber: z.int(),
      tmdbId: z.optional(z.int()),
      title: z.optional(z.string()),
    }),
  ),
  seasons: z.array(
    z.object({
      seasonNumber: z.int(),
      watched: z.int(),
      aired: z.int(),
      /** By episode number: whether it was watched. */
      episodes: z.record(z.string(), z.boolean()),
    }),
  ),
});
export type ShowProgressRecord = z.infer<typeof showProgressSchema>;

/** By the id of the series. Without the specials, except in `seasons`. */
export const showProgressesSchema = z.record(z.string(), showProgressSchema);
