import * as z from 'zod/mini';

/** The success envelope of the connector, media, dashboard and channel operations. Documented. */
export const envelopeSchema = z.object({ success: z.boolean(), data: z.unknown() });

/** Every response that is not a success. Documented. */
export const errorRecordSchema = z.object({ error: z.string(), message: z.string() });

/** Response of `POST /scrobble`. Documented: `success` is true when absent. */
export const scrobbleResponseSchema = z.object({ success: z.optional(z.boolean()) });
