import * as z from 'zod/mini';

/** Response of `POST /scrobble`. Documented: `success` is true when absent. */
export const scrobbleResponseSchema = z.object({ success: z.optional(z.boolean()) });
