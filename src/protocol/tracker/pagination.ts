import * as z from 'zod/mini';

/**
 * `pagination` of every list. Documented under both names: `totalItems` (the interface's description), and
 * `total` with `hasMore` (its Kodi client).
 */
export const paginationSchema = z.object({
  page: z.int(),
  pageSize: z.int(),
  totalItems: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasMore: z.boolean(),
});
export type Pagination = z.infer<typeof paginationSchema>;
