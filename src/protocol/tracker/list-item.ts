import * as z from 'zod/mini';
import { externalIdSchema } from './media-fields';

/** An entry of a widget or of a channel's list. Ours. */
export const listItemSchema = z.object({
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
