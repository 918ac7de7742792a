import * as z from 'zod/mini';
import { externalIdSchema, mediaTypeSchema } from './media-fields';

/** The id of a site's connector, and the site's own id of a film or series. */
export const siteNameSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/));
export const siteIdSchema = z.string().check(z.regex(/^[\w.:-]{1,100}$/));

/**
 * Body of `POST /matinee/site-ids`: a person states which work a site's id means; `tmdbId` of the film, or of
 * the series. `null` takes it back. Ours.
 */
export const saidSiteIdSchema = z.strictObject({
  site: siteNameSchema,
  id: siteIdSchema,
  type: mediaTypeSchema,
  tmdbId: z.nullable(externalIdSchema),
});
export type SiteIdStatement = z.infer<typeof saidSiteIdSchema>;

/** `data` of it: whether the people of this tracker agree about the id. Ours. */
export const siteIdStateSchema = z.object({ agreed: z.boolean() });
