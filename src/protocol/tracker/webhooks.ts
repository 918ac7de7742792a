import * as z from 'zod/mini';

/** `data` of `POST /webhooks/{product}`. Ours. */
export const webhookAnswerSchema = z.object({
  stored: z.boolean(),
  /**
   * Why nothing was stored: something else than a film or an episode that is played (`other`), another
   * account (`account`), its first 10 seconds or no position (`position`); a title that is not certain, and
   * waits until the person has chosen (`held`) or cannot wait (`unknown`), or one of which they have said
   * that it is not to be recorded (`left`).
   */
  reason: z.optional(z.enum(['other', 'account', 'position', 'held', 'left', 'unknown'])),
});
export type WebhookAnswer = z.infer<typeof webhookAnswerSchema>;
