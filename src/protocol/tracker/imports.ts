import * as z from 'zod/mini';

/** An import of viewings from a file. Ours. */
export const importRecordSchema = z.object({
  id: z.string(),
  /** The product that wrote the file: `Trakt`, `Letterboxd` … */
  source: z.string(),
  /** `reading`: titles are being looked up; `preview`: waits for `store`; `stored`: in the history. */
  state: z.enum(['reading', 'preview', 'storing', 'stored', 'undoing']),
  createdAt: z.string(),
  /** Viewings and ratings in the file, and entries that could not be read. */
  rows: z.int(),
  unread: z.int(),
  /** Viewings that were added to the history. */
  added: z.int(),
  /** Rows whose title is being looked up. */
  open: z.int(),
  /** Rows whose title is unknown, or fits several works. */
  unclear: z.int(),
  /** Rows that can be stored; `known` of them are already in the history. */
  ready: z.int(),
  known: z.int(),
  /** Ready rows whose viewing or rating storing would add. */
  waiting: z.int(),
  /** Rows that the person leaves out. */
  left: z.int(),
});

export type ImportAnswer = z.infer<typeof importRecordSchema>;

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
