import * as z from 'zod/mini';
import { listItemSchema } from './list-item';

/** `data` of `GET /channels/{id}`. Documented: that it contains details and lists. Ours: the fields. */
export const channelSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  url: z.optional(z.string()),
  lists: z.array(z.object({ id: z.string(), title: z.string(), items: z.array(listItemSchema) })),
});
export type Channel = z.infer<typeof channelSchema>;
