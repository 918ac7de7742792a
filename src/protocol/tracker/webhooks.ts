import * as z from 'zod/mini';

/** `data` of `POST /webhooks/{product}`. Ours. */
export const webhookAnswerSchema = z.object({
  stored: z.boolean(),
  /**
   * Why nothing was stored. `other`: no film or episode plays. `account`: another account plays. `position`:
   * the first 10 seconds, or no position. `held`: the title is uncertain and waits for the person's choice.
   * `unknown`: it is uncertain and cannot wait. `left`: the person has said that it is not to be recorded.
   */
  reason: z.optional(z.enum(['other', 'account', 'position', 'held', 'left', 'unknown'])),
});
export type WebhookAnswer = z.infer<typeof webhookAnswerSchema>;
