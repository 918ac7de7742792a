import * as z from 'zod/mini';
import { mediaItemFields } from './media-item';
import { externalIdSchema } from './media-fields';

/** The documented types, then ours. */
export const widgetTypeSchema = z.enum([
  'up_next',
  'recent_watchlist',
  'continue_watching',
  'active_movie_scrobbles',
  'active_tv_scrobbles',
  'upcoming_releases',
  'upcoming_schedule',
  'list',
  'recently_watched',
  'channels',
]);

export type WidgetType = z.infer<typeof widgetTypeSchema>;

/** `data` of `GET /dashboard`. Documented except `userName`, the name of the account. */
export const dashboardSchema = z.object({
  widgets: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      title: z.string(),
      props: z.record(z.string(), z.unknown()),
      /** A path of this host. */
      apiUrl: z.string(),
    }),
  ),
  filters: z.array(z.unknown()),
  userName: z.optional(z.string()),
});

export type Dashboard = z.infer<typeof dashboardSchema>;

/** An entry of a widget: of a list, or a channel. */
export const widgetItemSchema = z.object({
  ...mediaItemFields,
  type: z.enum(['movie', 'tv', 'season', 'episode', 'channel']),
  id: z.optional(z.union([z.int(), z.string()])),
  channelId: z.optional(z.string()),
  progress: z.optional(z.int()),
  duration: z.optional(z.int()),
  progressPercent: z.optional(z.number()),
  updatedAt: z.optional(z.string()),
  watchedAt: z.optional(z.string()),
  addedAt: z.optional(z.string()),
  priority: z.optional(z.nullable(z.int())),
  notes: z.optional(z.nullable(z.string())),
  position: z.optional(z.int()),
  mediaId: z.optional(z.int()),
  /** `2026-01-15` */
  airDate: z.optional(z.nullable(z.string())),
  showId: z.optional(z.int()),
  showTitle: z.optional(z.string()),
  nextEpisode: z.optional(z.unknown()),
});

export type WidgetItem = z.infer<typeof widgetItemSchema>;

const channelTypeSchema = z.enum([
  'UNIVERSE',
  'EDITORIAL',
  'PLATFORM',
  'THEMATIC',
  'CREATOR',
  'AWARDS',
  'FRANCHISE',
]);

export type ChannelType = z.infer<typeof channelTypeSchema>;

export const channelTypes = channelTypeSchema.options;

const channelFields = {
  type: z.literal('channel'),
  id: z.string(),
  channelType: z.string(),
  slug: z.string(),
  followersCount: z.int(),
  listsCount: z.int(),
  isVerified: z.boolean(),
  owner: z.nullable(z.object({ id: z.string(), name: z.string() })),
  info: z.object({ title: z.string(), plot: z.string(), mediatype: z.literal('set') }),
  art: z.object({ poster: z.optional(z.string()) }),
  url: z.string(),
};

/** An entry of `GET /channels`. */
export const channelBriefSchema = z.object(channelFields);

export type ChannelBrief = z.infer<typeof channelBriefSchema>;

/** `data` of `GET /channels/{id}`. `items`, ours, are the first entries of each list. */
export const channelDetailsSchema = z.object({
  ...channelFields,
  lists: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      itemCount: z.int(),
      items: z.array(widgetItemSchema),
    }),
  ),
});

export type ChannelDetails = z.infer<typeof channelDetailsSchema>;

/** An entry of a widget or of a channel's list. Ours. */
const listItemSchema = z.object({
  type: z.enum(['movie', 'episode', 'show', 'channel']),
  title: z.string(),
  subtitle: z.optional(z.string()),
  tmdbId: z.optional(externalIdSchema),
  /** Of a channel: the id for `GET /channels/{id}`. */
  channelId: z.optional(z.string()),
  posterUrl: z.optional(z.string()),
  url: z.optional(z.string()),
  /** The played part, 0 to 1. */
  progress: z.optional(z.number()),
  /** ISO 8601. */
  watchedAt: z.optional(z.string()),
});

export type ListItem = z.infer<typeof listItemSchema>;

/** `data` of `GET /channels/{id}`. Documented: that it contains details and lists. Ours: the fields. */
const channelSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  url: z.optional(z.string()),
  lists: z.array(z.object({ id: z.string(), title: z.string(), items: z.array(listItemSchema) })),
});

export type Channel = z.infer<typeof channelSchema>;
