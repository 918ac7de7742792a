import * as z from 'zod/mini';

/** Who may send a message: a content script (`frame`) or one of the extension's own pages (`page`). */
type SenderKind = 'frame' | 'page';

/**
 * What handling a message does to stored data, and therefore how the worker runs the handler.
 *
 * - `read`: changes nothing. Runs at once, beside every other message.
 * - `exchange`: waits for the tracker or a page, so it runs at once: nothing may hold the lock while it
 *   waits. Stores records that no other message writes (a draft on trial, the log of submissions), and takes
 *   the lock for shared data (a sign-in).
 * - `write`: changes sessions, outbox, settings, sites or other shared data. Runs alone, under the worker's
 *   lock.
 * - `write-and-deliver`: like `write`; afterwards the outbox is delivered.
 */
export type Effect = 'read' | 'exchange' | 'write' | 'write-and-deliver';

/** One message: its sender, what its handler does, the schema of its input, and the type of its answer. */
type Contract<
  From extends SenderKind,
  HasEffect extends Effect,
  Input extends z.ZodMiniType,
  Output,
> = Readonly<{
  from: From;
  effect: HasEffect;
  /** A function, because the worker starts for each report and would build some hundred unused schemas. */
  input: () => Input;
  /** Never set: carries the type of the answer. */
  output?: Output;
}>;

/* oxlint-disable typescript/no-unnecessary-type-parameters -- `answers<Output>()` carries only a type */

/** A message of content scripts. */
export function frame<const HasEffect extends Effect, Input extends z.ZodMiniType>(
  effect: HasEffect,
  input: () => Input,
) {
  return {
    answers: <Output>(): Contract<'frame', HasEffect, Input, Output> => ({ from: 'frame', effect, input }),
  };
}

/** A message of the extension's own pages. */
export function page<const HasEffect extends Effect, Input extends z.ZodMiniType>(
  effect: HasEffect,
  input: () => Input,
) {
  return {
    answers: <Output>(): Contract<'page', HasEffect, Input, Output> => ({ from: 'page', effect, input }),
  };
}

/** The input of a message that needs none. */
export function nothing() {
  return z.strictObject({});
}

/** The browser's id of a tab. */
export function tabId() {
  return z.int().check(z.minimum(0));
}

/** A text of 1 to `most` characters. */
export function text(most: number) {
  return z.string().check(z.minLength(1), z.maxLength(most));
}

/** An optional whole number within bounds. */
export function whole(least: number, most: number) {
  return z.optional(z.int().check(z.minimum(least), z.maximum(most)));
}

/** Named values whose meaning the handler checks. */
export function record() {
  return z.record(z.string().check(z.maxLength(40)), z.unknown());
}

/** One page of a list, newest first: `limit` entries with an id below `before`. */
export function pageOfList() {
  return z.strictObject({
    before: z.optional(z.int()),
    limit: z.int().check(z.minimum(1), z.maximum(5000)),
  });
}

/** Media of the tracker, as a page of the extension received it, without its further names. */
export function mediaInput() {
  return z.object({
    type: z.enum(['movie', 'episode']),
    tmdbId: whole(1, 1e9),
    id: whole(1, 1e9),
    seasonNumber: whole(0, 99_999),
    episodeNumber: whole(1, 1e9),
    title: z.optional(z.string().check(z.maxLength(500))),
    seriesTitle: z.optional(z.string().check(z.maxLength(500))),
    year: z.optional(z.int()),
    posterUrl: z.optional(z.string().check(z.maxLength(2000))),
    url: z.optional(z.string().check(z.maxLength(2000))),
    runtime: z.optional(z.number().check(z.minimum(0))),
  });
}
