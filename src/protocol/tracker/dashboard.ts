import * as z from 'zod/mini';
import { listItemSchema } from './list-item';

/** Documented. */
const dashboardWidgetSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string(),
  apiUrl: z.string(),
});

/**
 * `data` of `GET /dashboard`. Documented but for `fewTitles`, the page on which the owner of a tracker that
 * knows few titles adds a film database, and `userName`, the name of the account.
 */
export const dashboardSchema = z.object({
  widgets: z.array(dashboardWidgetSchema),
  fewTitles: z.optional(z.string()),
  userName: z.optional(z.string()),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** `data` of a widget's `apiUrl`. Ours. */
export const widgetDataSchema = z.object({ items: z.array(listItemSchema) });
export type WidgetData = z.infer<typeof widgetDataSchema>;
