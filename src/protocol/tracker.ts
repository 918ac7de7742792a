/**
 * Border 2: the tracker's interface, version 1. The service validates with these schemas what it
 * receives; the client validates with them what it is answered.
 *
 * What a schema calls "documented" is in the interface description, to the letter. What it calls
 * "ours" is left open there ("not shown") and settled here, in one place, so that another tracker
 * with other names needs a change in this file and in no other.
 */
import * as z from 'zod/mini';

const seconds = z.int();
const externalId = z.int().check(z.minimum(1));
const seasonNumber = z.int().check(z.minimum(0));
const episodeNumber = z.int().check(z.minimum(1));
const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

export const mediaTypeSchema = z.enum(['movie', 'episode']);

/**
 * Body of `POST /scrobble`. Documented: the fields, which are required, integers, and the minimum of
 * `tmdbId`, `tvShowId`, `seasonNumber` and `episodeNumber`. `progress` and `duration` are whole
 * seconds. `tmdbId` is the film, for an episode the series.
 * Ours: `progress` from 0, `duration` from 1, `id` from 1, no field beyond these.
 */
export const scrobbleInputSchema = z.strictObject({
  type: mediaTypeSchema,
  progress: seconds.check(z.minimum(0)),
  duration: seconds.check(z.minimum(1)),
  id: z.optional(externalId),
  tmdbId: z.optional(externalId),
  tvShowId: z.optional(externalId),
  seasonNumber: z.optional(seasonNumber),
  episodeNumber: z.optional(episodeNumber),
});
export type ScrobbleInput = z.infer<typeof scrobbleInputSchema>;

/** Answer of `POST /scrobble`. Documented: `success`, true when absent. */
export const scrobbleResponseSchema = z.object({ success: z.prefault(z.boolean(), true) });
export type ScrobbleResponse = z.infer<typeof scrobbleResponseSchema>;

/** Every answer that is not a success. Documented. */
export const errorRecordSchema = z.object({ error: z.string(), message: z.string() });
export type ErrorRecord = z.infer<typeof errorRecordSchema>;

/** Success envelope of the connector, media, dashboard and channel operations. Documented; `data` is read apart. */
export const envelopeSchema = z.object({ success: z.boolean(), data: z.unknown() });

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** Body of `POST /auth/device/code`. Ours: an optional name by which the person recognises the device. */
export const deviceCodeRequestSchema = z.strictObject({
  client_name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))),
});
export type DeviceCodeRequest = z.infer<typeof deviceCodeRequestSchema>;

/** Answer of `POST /auth/device/code`. Ours: the fields of RFC 8628, section 3.2; times in seconds. */
export const deviceCodeSchema = z.object({
  device_code: z.string().check(z.minLength(1), z.maxLength(500)),
  user_code: z.string().check(z.minLength(1), z.maxLength(50)),
  verification_uri: z.url({ protocol: /^https?$/ }),
  verification_uri_complete: z.optional(z.url({ protocol: /^https?$/ })),
  expires_in: z.int().check(z.minimum(1)),
  /** RFC 8628: 5 when absent. */
  interval: z.prefault(z.int().check(z.minimum(1)), 5),
});
export type DeviceCode = z.infer<typeof deviceCodeSchema>;

/** Body of `POST /auth/device/token`. Documented. */
export const deviceTokenRequestSchema = z.strictObject({
  device_code: z.string().check(z.minLength(1), z.maxLength(500)),
  grant_type: z.literal(deviceGrantType),
});
export type DeviceTokenRequest = z.infer<typeof deviceTokenRequestSchema>;

/** Answer of `POST /auth/device/token`. Documented. `expires_in`: the unit is not stated; seconds is our assumption (RFC 6749). */
export const deviceTokenSchema = z.object({
  access_token: z.string().check(z.minLength(1), z.maxLength(4096)),
  token_type: z.string().check(z.regex(/^bearer$/i)),
  expires_in: z.int().check(z.minimum(0)),
  /** Ours: names the person, so that a client that signs in again knows whether its queue is theirs. */
  account_id: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
export type DeviceToken = z.infer<typeof deviceTokenSchema>;

/** A host name as a connector names it: at least two labels, `*.` allowed in front, no scheme, port or path. Ours. */
const domain = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(/^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/),
  );

/** Body of `POST /connectors/submit`. Documented: the three fields. Ours: the lengths; `definition` has a schema of its own. */
export const connectorSubmissionSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  domains: z.array(domain).check(z.minLength(1), z.maxLength(50)),
  definition: z.record(z.string(), z.unknown()),
});
export type ConnectorSubmission = z.infer<typeof connectorSubmissionSchema>;

export const connectorStatusSchema = z.enum(['pending', 'accepted', 'refused']);
export type ConnectorStatus = z.infer<typeof connectorStatusSchema>;

/** `data` of `POST /connectors/submit`, and an entry of `GET /connectors`. Ours; times are ISO 8601. */
export const connectorRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  domains: z.array(z.string()),
  status: connectorStatusSchema,
  submittedAt: z.string(),
  reviewedAt: z.optional(z.string()),
  /** What the reviewer wrote to the author. */
  note: z.optional(z.string()),
  url: z.optional(z.string()),
});
export type ConnectorRecord = z.infer<typeof connectorRecordSchema>;

/**
 * Body of `POST /media/resolve`. Documented: `type` (`movie` is shown) and `tmdbId`. Ours: the other
 * names. One of these must be there: `id`, `tmdbId` or `tvShowId`, `imdbId`, `title` (film) or
 * `seriesTitle` (episode); an episode also needs `episodeNumber` or `episodeTitle`, unless `id` or
 * `imdbId` names the episode itself. `seasonNumber` may be missing: then the number counts through
 * all seasons. `year`: of the film, or of the series' first season.
 */
export const resolveRequestSchema = z.strictObject({
  type: mediaTypeSchema,
  id: z.optional(externalId),
  tmdbId: z.optional(externalId),
  tvShowId: z.optional(externalId),
  imdbId: z.optional(z.string().check(z.regex(/^tt\d{5,10}$/))),
  title: z.optional(text),
  year: z.optional(z.int().check(z.minimum(1870), z.maximum(2200))),
  seriesTitle: z.optional(text),
  seasonNumber: z.optional(seasonNumber),
  episodeNumber: z.optional(episodeNumber),
  episodeTitle: z.optional(text),
});
export type ResolveRequest = z.infer<typeof resolveRequestSchema>;

const resolvedFields = {
  type: mediaTypeSchema,
  /** The film; for an episode the series. */
  tmdbId: z.optional(externalId),
  tvShowId: z.optional(externalId),
  /** The episode's own external id. */
  id: z.optional(externalId),
  imdbId: z.optional(z.string()),
  seasonNumber: z.optional(seasonNumber),
  episodeNumber: z.optional(episodeNumber),
  /** Of the film; for an episode of the series. */
  title: z.string(),
  seriesTitle: z.optional(z.string()),
  episodeTitle: z.optional(z.string()),
  year: z.optional(z.int()),
  posterUrl: z.optional(z.string()),
  /** Page about it on the tracker. */
  url: z.optional(z.string()),
  /** Seconds. */
  runtime: z.optional(z.int()),
};
const candidateSchema = z.object(resolvedFields);

/** `data` of `POST /media/resolve` as our service gives it. Ours. `candidates`: other hits of a search by title, best first. */
export const resolvedMediaSchema = z.object({
  ...resolvedFields,
  candidates: z.optional(z.array(candidateSchema)),
});
export type MediaCandidate = z.infer<typeof candidateSchema>;
export type ResolvedMedia = z.infer<typeof resolvedMediaSchema>;

/** Documented. */
const dashboardWidgetSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  apiUrl: z.string(),
});

/** `data` of `GET /dashboard`. Documented. */
export const dashboardSchema = z.object({ widgets: z.array(dashboardWidgetSchema) });
export type Dashboard = z.infer<typeof dashboardSchema>;

/** One line of a widget or of a channel's list. Ours; times are ISO 8601. */
export const listItemSchema = z.object({
  type: z.enum(['movie', 'episode', 'show', 'channel']),
  title: z.string(),
  subtitle: z.optional(z.string()),
  tmdbId: z.optional(externalId),
  /** Of a channel: the id for `GET /channels/{id}`. */
  channelId: z.optional(z.string()),
  posterUrl: z.optional(z.string()),
  url: z.optional(z.string()),
  /** Part that was seen, 0 to 1. */
  progress: z.optional(z.number()),
  watchedAt: z.optional(z.string()),
});
export type ListItem = z.infer<typeof listItemSchema>;

/** `data` behind a widget's `apiUrl`. Ours. */
export const widgetDataSchema = z.object({ items: z.array(listItemSchema) });
export type WidgetData = z.infer<typeof widgetDataSchema>;

/** `data` of `GET /channels/{id}`. Documented: that it holds details and lists; ours: how. */
export const channelSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  url: z.optional(z.string()),
  lists: z.array(z.object({ id: z.string(), title: z.string(), items: z.array(listItemSchema) })),
});
export type Channel = z.infer<typeof channelSchema>;

const mediaRecordSchema = z.object({
  type: mediaTypeSchema,
  tmdbId: z.optional(z.int()),
  tvShowId: z.optional(z.int()),
  id: z.optional(z.int()),
  seasonNumber: z.optional(z.int()),
  episodeNumber: z.optional(z.int()),
  /** Missing while the catalogue does not know it. */
  title: z.optional(z.string()),
  episodeTitle: z.optional(z.string()),
  year: z.optional(z.int()),
  posterUrl: z.optional(z.string()),
  url: z.optional(z.string()),
});
export type MediaRecord = z.infer<typeof mediaRecordSchema>;

/** One playback session: an entry of `GET /progress`. Ours; times are ISO 8601, `progress` and `duration` seconds. */
export const playbackRecordSchema = z.object({
  id: z.string(),
  media: mediaRecordSchema,
  progress: z.int(),
  duration: z.int(),
  watched: z.boolean(),
  startedAt: z.string(),
  updatedAt: z.string(),
});
export type PlaybackRecord = z.infer<typeof playbackRecordSchema>;

/** A session that reached 90 %: an entry of `GET /history`. Ours. */
export const historyEntrySchema = z.extend(playbackRecordSchema, { watchedAt: z.string() });
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

const page = { total: z.int(), limit: z.int(), offset: z.int() };
/** `data` of `GET /history`, newest first. Ours. */
export const historyPageSchema = z.object({ items: z.array(historyEntrySchema), ...page });
export type HistoryPage = z.infer<typeof historyPageSchema>;
/** `data` of `GET /progress`: of each film and episode the latest session. Ours. */
export const progressPageSchema = z.object({ items: z.array(playbackRecordSchema), ...page });
export type ProgressPage = z.infer<typeof progressPageSchema>;
