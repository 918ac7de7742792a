import * as z from 'zod/mini';
import { mediaItemFields } from './media-item';

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
