import * as z from 'zod/mini';
import { mediaRecordSchema } from './history';
import { externalIdSchema, mediaFields } from './media-fields';

const idSchema = z.string().check(z.regex(/^[\w-]{1,64}$/));

/** Body of `POST /removals`. Ours. */
export const removalInputSchema = z.strictObject({
  ids: z.array(idSchema).check(z.minLength(1), z.maxLength(100)),
});

/** `data` of it; `undo` is the body of `POST /removals/undo`. Ours. */
export const removalSchema = z.object({ removed: z.int(), undo: z.string() });

/** Body of `POST /removals/undo`. Ours. */
export const restoreInputSchema = z.strictObject({ undo: idSchema });

/** `data` of it. Ours. */
export const restoredSchema = z.object({ restored: z.int() });

/** Body of `POST /marks`: the episodes before `beforeEpisode`; without it the whole season. Ours. */
export const markInputSchema = z.strictObject({
  tvShowId: externalIdSchema,
  seasonNumber: z.int().check(z.minimum(0)),
  beforeEpisode: z.optional(z.int().check(z.minimum(1))),
  /** Absent: now. */
  watchedAt: z.optional(z.iso.datetime({ offset: true })),
});

/** `data` of the response. `undo` is the id of an import; absent if nothing was added. Ours. */
export const markedSchema = z.object({ added: z.int(), undo: z.optional(z.string()) });

/** An entry of `GET /dropped`: a series that is no longer proposed. Ours. */
export const droppedSchema = z.object({ media: mediaRecordSchema, droppedAt: z.string() });

/**
 * Body of `POST /matinee/companions`: a viewing of the person by its title and time (without a time the last
 * one), and for whom it is added or taken out. Ours.
 */
export const companionsInputSchema = z.strictObject({
  ...mediaFields,
  watchedAt: z.optional(z.iso.datetime({ offset: true })),
  add: z.optional(idSchema),
  remove: z.optional(idSchema),
});

/** `data` of it: those with whom the person watches. Ours. */
export const companionsSchema = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });
