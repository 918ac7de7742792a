import { createHash } from 'node:crypto';
import { idsOfMediaKey, type MediaIds } from '../../core/library/media-key';
import { EVENING_MS } from '../../core/library/next-session';
import { defined } from '../../core/values/defined';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';

/**
 * Adds a viewing of the person to the history of somebody who has allowed it, unless they have it. False:
 * there is no such viewing, it came from somebody else, or they have not allowed it.
 */
export async function addForCompanion(
  { store }: Service,
  userId: string,
  id: string,
  other: string,
): Promise<boolean> {
  const row = await store.sessions.viewing(userId, id);
  if (row?.watchedAt == null || isShared(id) || !(await store.preferences.mayAdd(other, userId)))
    return false;
  const { media, episodeId, watchedAt, startedAt } = row;
  const ids = { ...idsOfMediaKey(media), ...defined({ episodeId: episodeId ?? undefined }) };
  const viewing = { ids, position: row, startedAt, watchedAt };
  await store.sharedViewings.add(other, sharedId(userId, id), viewing);
  return true;
}

/** Takes out what was added for a companion; what they have added or changed themselves stays. */
export async function takeFromCompanion(
  { store }: Service,
  userId: string,
  id: string,
  other: string,
): Promise<boolean> {
  const row = await store.sessions.viewing(userId, id);
  if (row?.watchedAt == null || !(await store.preferences.mayAdd(other, userId))) return false;
  await store.sharedViewings.takeBack(other, sharedId(userId, id), row.watchedAt);
  return true;
}

/**
 * The person's viewing of a title that is nearest to this time, at most an evening away; without a time the
 * last one. `undefined`: the person has none of their own.
 */
export async function ownViewing(
  { store }: Service,
  userId: string,
  ids: MediaIds,
  at: number | undefined,
): Promise<SessionRow | undefined> {
  const sessions = await store.sessions.ofMedia(userId, ids);
  const own = sessions.filter(({ id, watchedAt }) => watchedAt !== null && !isShared(id));
  if (at === undefined) return own[0];
  const away = ({ watchedAt }: SessionRow) => Math.abs((watchedAt ?? 0) - at);
  return own.filter((one) => away(one) < EVENING_MS).toSorted((a, b) => away(a) - away(b))[0];
}

/** Under which the viewing of one person is in the history of another one. */
function sharedId(userId: string, id: string): string {
  return `with-${createHash('sha256').update(`${userId} ${id}`).digest('hex').slice(0, 32)}`;
}

/** Whether a viewing came from somebody else: such a viewing is not passed on. */
export function isShared(id: string): boolean {
  return /^with-[\da-f]{32}$/.test(id);
}
