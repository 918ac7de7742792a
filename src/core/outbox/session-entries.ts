import type { Update } from '../session/session';
import { enqueue, type NewEntry, type OutboxEntry } from './outbox-entry';

/**
 * A session has one outbox entry for each account that was signed in during it. The first has the id of the
 * session; the others add `#` and a number.
 */
export function sessionIdOf(entryId: string): string {
  return entryId.replace(/#\d+$/, '');
}

/** Whether an entry was made later than another entry of its session. */
export function isLaterOfSession(id: string | undefined, than: string): boolean {
  return id !== undefined && sessionIdOf(id) === sessionIdOf(than) && numberIn(id) > numberIn(than);
}

function numberIn(entryId: string): number {
  return Number(/#(\d+)$/.exec(entryId)?.[1] ?? 0);
}

/**
 * The entry of a session that belongs to this account, or to none yet. `entries`: the entries of the session.
 */
export function entryOfAccount(entries: readonly OutboxEntry[], account: string): OutboxEntry | undefined {
  return newest(entries.filter((entry) => entry.account === account || entry.account === ''));
}

/**
 * Adds an update to the entry of the account that is signed in now. Updates stored for another account stay
 * there. A session counts as watched once: if the worker could not record that its crossing was stored, the
 * crossing comes again, possibly after another sign-in.
 *
 * `entries`: those of the session; `facts.id`: its id. `before`: the account's entries of the title. They and
 * the session's entries stay ahead of a new one, even if the clock was set back.
 */
export function enqueueFor(
  entries: readonly OutboxEntry[],
  facts: NewEntry,
  update: Update,
  before: readonly OutboxEntry[] = [],
): OutboxEntry {
  const crossed = entries.find(({ confirmed, crossing }) => confirmed || crossing !== undefined);
  if (crossed !== undefined && update.crossing) return crossed;
  const own = entryOfAccount(entries, facts.account);
  if (own !== undefined) return { ...enqueue(own, facts, update), account: facts.account };
  const first = enqueue(undefined, { ...facts, id: freeId(entries, facts.id) }, update);
  const createdAt = Math.max(
    update.at,
    ...[...before, ...entries].map((one) => Math.max(one.createdAt, one.updatedAt) + 1),
  );
  const entry = { ...first, createdAt };
  const { latest, accepted, start } = newest(entries) ?? {};
  const earlier = latest ?? accepted ?? start;
  // The tracker counts a rewatch as a new viewing only if an earlier position precedes its crossing.
  return entry.crossing === undefined || earlier === undefined ? entry : { ...entry, start: earlier };
}

function newest(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  return [...entries].sort((a, b) => a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : 1)).at(-1);
}

function freeId(entries: readonly OutboxEntry[], sessionId: string): string {
  let id = sessionId;
  for (let count = 1; entries.some((entry) => entry.id === id); count++) id = `${sessionId}#${count}`;
  return id;
}
