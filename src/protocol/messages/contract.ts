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
