import { createHash } from 'node:crypto';
import { idsOfMediaKey, type MediaIds } from '../../core/library/media-key';
import { EVENING_MS } from '../../core/library/next-session';
import { defined } from '../../core/values/defined';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';

/**
 * Adds a viewing of the person to the history of somebody who has allowed it, once. `there`: they have it, by
 * themselves or from an earlier time; what they have changed or removed since stays so. `undefined`: there is
 * no such viewing, it is somebody else's, or they have not allowed it.
 */
export async function addForCompanion(
  { store }: Service,
  userId: string,
  id: string,
  other: string,
): Promise<'added' | 'there' | undefined> {
  const row = await store.sessions.viewing(userId, id);
  if (row?.watchedAt == null || isShared(row)) return undefined;
  if (!(await store.preferences.mayAdd(other, userId))) return undefined;
  const shared = sharedId(userId, id);
  if (await store.removedViewings.isKnown(other, shared)) return 'there';
  const { watchedAt, startedAt } = row;
  const ids = { ...idsOfMediaKey(row.media), ...defined({ id: row.episodeId ?? undefined }) };
  const theirs = await store.sessions.ofMedia(other, ids);
  if (theirs.some((one) => isSameEvening(one, watchedAt))) return 'there';
  await store.viewings.put(other, shared, { ids, position: row, startedAt, watchedAt });
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
  return store.removedViewings.withdraw(other, sharedId(userId, id));
}

/**
 * The person's viewing of a title at this time, else the last one, and for each companion whether it was
 * added to their history. Says nothing of what they have watched by themselves. `undefined`: the person has
 * no such viewing, or has it from somebody else.
 */
export async function companionsOfViewing(
  { store }: Service,
  userId: string,
  ids: MediaIds,
  at: number | undefined,
): Promise<Readonly<{ id: string; companions: CompanionView[] }> | undefined> {
  const own = (await store.sessions.ofMedia(userId, ids)).filter((one) => one.watchedAt !== null);
  const row = at === undefined ? own[0] : own.find((one) => isSameEvening(one, at));
  if (row === undefined || isShared(row)) return undefined;
  const shared = sharedId(userId, row.id);
  const companions: CompanionView[] = [];
  for (const { id, name } of await store.preferences.companionsOf(userId))
    companions.push({ id, name, added: await store.removedViewings.isKnown(id, shared) });
  return { id: row.id, companions };
}

type CompanionView = Readonly<{ id: string; name: string; added: boolean }>;

function isSameEvening({ watchedAt }: SessionRow, at: number): boolean {
  return watchedAt !== null && Math.abs(watchedAt - at) < EVENING_MS;
}

/** Under which the viewing of one person is in the history of another one. */
function sharedId(userId: string, id: string): string {
  return `with-${createHash('sha256').update(`${userId} ${id}`).digest('hex').slice(0, 32)}`;
}

/** What came from somebody else is not passed on. */
function isShared({ id }: SessionRow): boolean {
  return /^with-[\da-f]{32}$/.test(id);
}
