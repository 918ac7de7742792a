import * as z from 'zod/mini';
import { mediaItemFields, noteSchema, workFields } from './media-item';

export const visibilitySchema = z.enum(['PRIVATE', 'PUBLIC', 'SHARED']);

export type Visibility = z.infer<typeof visibilitySchema>;

/** What a list contains: films and series, or episodes. */
export const listKindSchema = z.enum(['media', 'episode']);

export type ListKind = z.infer<typeof listKindSchema>;

/** Body of `POST /lists`. The example in the documents writes `kind` in upper case. */
export const listInputSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  description: noteSchema(2000),
  visibility: z.prefault(visibilitySchema, 'PRIVATE'),
  kind: z.prefault(z.pipe(z.string().check(z.toLowerCase()), listKindSchema), 'media'),
});

const listFields = {
  id: z.string(),
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
  visibility: z.optional(visibilitySchema),
  kind: z.optional(listKindSchema),
  itemCount: z.int(),
  createdAt: z.optional(z.string()),
  updatedAt: z.string(),
};

/** An entry of `GET /lists`. With `minimal` it has its id, name, number of items and last change. */
export const listSchema = z.object(listFields);

export type ListRecord = z.infer<typeof listSchema>;

/** `POST /lists` is documented to return the list without an envelope. Ours has both. */
export const createdListSchema = z.object({ ...listFields, success: z.literal(true), data: listSchema });

/** Body of `POST /lists/{id}/items`. `position` counts from 0; absent: the end. */
export const listItemInputSchema = z.object({
  type: z.enum(['movie', 'tv', 'episode']),
  ...workFields,
  notes: noteSchema(2000),
  position: z.optional(z.nullable(z.int().check(z.minimum(0)))),
});

export const listEntrySchema = z.object({
  ...mediaItemFields,
  notes: z.optional(z.nullable(z.string())),
  position: z.int(),
  addedAt: z.string(),
});

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
