import * as z from 'zod/mini';

/** When each part of a person's data was last changed, ISO 8601. */
const area = z.nullable(z.string());

/** `data` of `GET /sync/last_activities`. `all` is the latest of the times. `null`: never. */
export const activitiesSchema = z.object({
  all: area,
  watchlist: area,
  history: area,
  ratings: area,
  favorites: area,
  collection: area,
  lists: area,
  scrobbles: area,
});

const total = z.object({ total: z.int() });

/** Answer of `GET /me`, without `data`. */
export const profileSchema = z.object({
  success: z.literal(true),
  /** Ours: `id`, the `account_id` of the sign-in. */
  user: z.object({ id: z.string(), name: z.string(), username: z.string() }),
  stats: z.object({
    watchlist: total,
    history: z.object({ total: z.int(), movies: z.int(), episodes: z.int() }),
    lists: total,
    favorites: total,
    collection: total,
    ratings: total,
    /** Ours: the number of viewings, and their total length in seconds. */
    viewings: z.object({ total: z.int(), seconds: z.int() }),
  }),
});

/** Most characters of a copy: a megabyte of settings, compressed and encrypted, as text. */
const LONGEST = 240_000;

/**
 * Body of `POST /matinee/settings-copy`: settings that an extension keeps at the tracker, as base64. The
 * extension encrypts them with a password that the tracker never sees. `null` removes the copy. Ours.
 */
export const settingsCopySchema = z.strictObject({
  content: z.nullable(z.string().check(z.regex(/^[\w+/=.-]+$/), z.maxLength(LONGEST))),
});

/** `data` of `GET` and `POST /matinee/settings-copy`; both fields are `null` if there is none. Ours. */
export const keptCopySchema = z.object({
  content: z.nullable(z.string()),
  /** ISO 8601. */
  storedAt: z.nullable(z.string()),
});

export type KeptCopy = z.infer<typeof keptCopySchema>;
