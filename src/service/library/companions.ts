import { createHash } from 'node:crypto';
import { idsOfMediaKey, type MediaIds } from '../../core/library/media-key';
import { EVENING_MS } from '../../core/library/next-session';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';

/**
 * Adds a viewing of the person to the history of somebody who has allowed it, once. `there`: they have it by
 * themselves. `undefined`: there is no such viewing, or they have not allowed it.
 */
export async function addForCompanion(
  { store }: Service,
  userId: string,
  id: string,
  other: string,
): Promise<'added' | 'there' | undefined> {
  const row = await store.sessions.viewing(userId, id);
  if (row?.watchedAt == null || !(await store.preferences.mayAdd(other, userId))) return undefined;
  const { watchedAt, startedAt } = row;
  const ids = idsOfMediaKey(row.media);
  if ((await sameEvening(store, other, row)) !== undefined) return 'there';
  await store.viewings.put(other, sharedId(userId, id), { ids, position: row, startedAt, watchedAt });
  return 'added';
}

/** Takes out what was added for a companion; what they have added themselves stays. */
export async function takeFromCompanion(
  { store }: Service,
  userId: string,
  id: string,
  other: string,
): Promise<boolean> {
  if (!(await store.preferences.mayAdd(other, userId))) return false;
  return (await store.removedViewings.remove(other, [sharedId(userId, id)])).count > 0;
}

/**
 * The person's last viewing of a title, and to whose history it was or can be added: without those who have
 * it by themselves. `undefined`: the person has not watched it.
 */
export async function lastWithCompanions(
  { store }: Service,
  userId: string,
  ids: MediaIds,
): Promise<Readonly<{ id: string; companions: CompanionView[] }> | undefined> {
  const row = (await store.sessions.ofMedia(userId, ids)).find(({ watchedAt }) => watchedAt !== null);
  if (row === undefined) return undefined;
  const companions: CompanionView[] = [];
  for (const { id, name } of await store.preferences.companionsOf(userId)) {
    const theirs = await sameEvening(store, id, row);
    const isAdded = theirs?.id === sharedId(userId, row.id);
    if (theirs === undefined || isAdded) companions.push({ id, name, added: isAdded });
  }
  return { id: row.id, companions };
}

type CompanionView = Readonly<{ id: string; name: string; added: boolean }>;

async function sameEvening(
  { sessions }: Service['store'],
  other: string,
  { media, watchedAt }: SessionRow,
): Promise<SessionRow | undefined> {
  const theirs = await sessions.ofMedia(other, idsOfMediaKey(media));
  return theirs.find((one) => Math.abs((one.watchedAt ?? 0) - (watchedAt ?? 0)) < EVENING_MS);
}

/** Under which the viewing of one person is in the history of another one. */
function sharedId(userId: string, id: string): string {
  return `with-${createHash('sha256').update(`${userId} ${id}`).digest('hex').slice(0, 32)}`;
}
