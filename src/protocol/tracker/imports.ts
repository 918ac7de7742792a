import * as z from 'zod/mini';

/** An import of viewings from a file. Ours. */
export const importRecordSchema = z.object({
  id: z.string(),
  /** Whose file it is: `Trakt`, `Letterboxd` … */
  source: z.string(),
  /** `reading`: titles are looked up; `preview`: waits for `store`; `stored`: in the history. */
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
  /** Rows that can be stored; `known` of them are in the history already. */
  ready: z.int(),
  known: z.int(),
  /** Ready rows of which storing would add the viewing or the rating. */
  waiting: z.int(),
  /** Rows that the person leaves out. */
  left: z.int(),
});
export type ImportAnswer = z.infer<typeof importRecordSchema>;
