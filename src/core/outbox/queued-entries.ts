import { itemKey } from '../media/item-key';
import { pendingOf, type OutboxEntry, enqueue, type NewEntry } from './outbox-entry';
import type { Update } from '../session/session';

/**
 * - `waiting`: may be sent now; `delayed`: waits for its next attempt after a failure.
 * - `unmatched`: the tracker does not know the title; it is asked again later.
 * - `review`, `parked`: a person decides.
 * - `sent`: nothing to send until its session adds to it.
 */
export type QueueGroup = 'waiting' | 'delayed' | 'unmatched' | 'review' | 'parked' | 'sent';

/** The groups with something to send, the most urgent first. */
export const unsentGroups = ['review', 'unmatched', 'parked', 'delayed', 'waiting'] as const;

type UnsentGroup = (typeof unsentGroups)[number];

/** The group as shown to people. `present`: the account that is signed in; empty if nobody is. */
export function shownState(
  group: UnsentGroup,
  account: string,
  present: string,
): Exclude<UnsentGroup, 'delayed'> | 'foreign' {
  if (account !== '' && present !== '' && account !== present) return 'foreign';
  return group === 'delayed' ? 'waiting' : group;
}

/**
 * Key of an entry in the index of the queue: account, group, rank and order. `delayed` and `unmatched` are
 * ordered by the time of the next attempt; the other groups have crossings first (rank 0), then the newest
 * first.
 */
export type QueuePlace = [account: string, group: QueueGroup, rank: number, order: number];

/** Account and `itemKey`. */
export type QueueTitle = [account: string, key: string];

/** An entry with the keys of its indexes. In IndexedDB, so field names stay. */
export interface QueuedEntry extends OutboxEntry {
  readonly place: QueuePlace;
  readonly title: QueueTitle;
}

export function withPlace(entry: OutboxEntry): QueuedEntry {
  return { ...entry, place: placeOf(entry), title: [entry.account, itemKey(entry.item)] };
}

function groupOf(entry: OutboxEntry): QueueGroup {
  const { match, parked, notBefore } = entry;
  if (pendingOf(entry) === undefined) return 'sent';
  if (match.state === 'review') return 'review';
  if (parked) return 'parked';
  if (match.state === 'unmatched') return 'unmatched';
  return notBefore > 0 ? 'delayed' : 'waiting';
}

function placeOf(entry: OutboxEntry): QueuePlace {
  const { account, match, notBefore, crossing, updatedAt } = entry;
  const group = groupOf(entry);
  if (group === 'delayed') return [account, group, 0, notBefore];
  if (match.state === 'unmatched' && group === 'unmatched')
    return [account, group, 0, Math.max(notBefore, match.retryAt)];
  return [account, group, crossing === undefined ? 1 : 0, -updatedAt];
}

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
export function entryOfAccount(entries: OutboxEntry[], account: string): OutboxEntry | undefined {
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
  entries: OutboxEntry[],
  facts: NewEntry,
  update: Update,
  before: OutboxEntry[] = [],
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

function newest(entries: OutboxEntry[]): OutboxEntry | undefined {
  return [...entries].sort((a, b) => a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : 1)).at(-1);
}

function freeId(entries: OutboxEntry[], sessionId: string): string {
  let id = sessionId;
  for (let count = 1; entries.some((entry) => entry.id === id); count++) id = `${sessionId}#${count}`;
  return id;
}
