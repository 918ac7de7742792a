import * as z from 'zod/mini';
import { externalIdSchema, mediaTypeSchema } from './media-fields';

/** A site by the id of its connector, and what it calls a film or a series in its addresses. */
export const siteNameSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
export const siteIdSchema = z.string().check(z.regex(/^[\w.:-]{1,100}$/));

/**
 * Body of `POST /matinee/site-ids`: the person says which work a site means by an id; `tmdbId` of the film,
 * or of the series. `null` takes it back. Ours.
 */
export const saidSiteIdSchema = z.strictObject({
  site: siteNameSchema,
  id: siteIdSchema,
  type: mediaTypeSchema,
  tmdbId: z.nullable(externalIdSchema),
});
export type SiteIdStatement = z.infer<typeof saidSiteIdSchema>;

/** `data` of it: whether what people of this tracker say about the id agrees. Ours. */
export const siteIdStateSchema = z.object({ agreed: z.boolean() });
