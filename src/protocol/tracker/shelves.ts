import * as z from 'zod/mini';
import { mediaItemFields, noteSchema, workFields } from './media-item';

/** Limits in characters: a person's note, and the format of a collection. */
const NOTE = 2000;
const FORMAT = 40;

const shelfFields = { type: z.enum(['movie', 'tv']), ...workFields };
const notes = z.optional(z.nullable(z.string()));
/** ISO 8601. */
const addedAt = z.string();

/** Body of `POST /favorites`. */
export const favoriteInputSchema = z.object(shelfFields);
export const favoriteSchema = z.object({ ...mediaItemFields, addedAt });

/** Body of `POST /watchlist`. A smaller `priority` comes first. */
export const watchlistInputSchema = z.object({
  ...shelfFields,
  priority: z.optional(z.nullable(z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000)))),
  notes: noteSchema(NOTE),
});
export const watchlistItemSchema = z.object({
  ...mediaItemFields,
  priority: z.optional(z.nullable(z.int())),
  notes,
  addedAt,
});

/** Body of `POST /collection`. */
export const collectionInputSchema = z.object({
  ...shelfFields,
  format: noteSchema(FORMAT),
  notes: noteSchema(NOTE),
});
export const collectionItemSchema = z.object({
  ...mediaItemFields,
  format: z.optional(z.nullable(z.string())),
  notes,
  addedAt,
});
/** `POST /collection` is documented to return the entry without an envelope. Ours has both. */
export const addedToCollectionSchema = z.extend(collectionItemSchema, { success: z.literal(true) });
