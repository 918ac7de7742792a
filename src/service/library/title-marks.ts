import type { Service } from '../http/environment';
import { createHash } from 'node:crypto';
import { idsOfMediaKey, type MediaIds } from '../../core/library/media-key';
import { EVENING_MS } from '../../core/library/next-session';
import { defined } from '../../core/values/defined';
import type { SessionRow } from '../store/sessions';

/** What a person has done with a title. */
export type MarkedTitle = Readonly<{
  isWatched: boolean;
  /** 1 to 10. */
  rating: number | undefined;
  review: string | undefined;
  watchlist: boolean;
  favorites: boolean;
  /** All lists that can contain it, last changed first. */
  lists: MarkedList[];
}>;

/** A list of the person, and whether the title is in it. */
export type MarkedList = Readonly<{
  id: string;
  name: string;
  /**
   * The entry that the list has or would get: an episode in a list of episodes, otherwise the film or series.
   */
  media: string;
  has: boolean;
}>;

/** Maximum lists that a title offers. */
const LISTS = 50;

/** The marks of a film, a series or an episode. An episode has the shelves of its series. */
export async function titleMarks(
  { store }: Pick<Service, 'store'>,
  userId: string,
  media: string,
): Promise<MarkedTitle> {
  const [kind, first, season] = media.split(':');
  const work = kind === 'episode' && season !== undefined ? `show:${String(first)}` : media;
  const [watched, ratings, review, shelved, lists] = await Promise.all([
    store.watchedTitles.among(userId, [media]),
    store.ratings.gradesOf(userId, [media]),
    store.ratings.reviewOf(userId, media),
    store.shelves.among(userId, [work]),
    markedLists(store, userId, work, media),
  ]);
  return {
    isWatched: watched.has(media),
    rating: ratings.get(media),
    review,
    watchlist: shelved.some(({ shelf }) => shelf === 'watchlist'),
    favorites: shelved.some(({ shelf }) => shelf === 'favorites'),
    lists,
  };
}

async function markedLists(
  { lists }: Service['store'],
  userId: string,
  work: string,
  media: string,
): Promise<MarkedList[]> {
  const all = await lists.list(userId, { limit: LISTS, offset: 0 });
  const holding = await lists.holding(userId, [...new Set([work, media])]);
  return all.flatMap(({ id, name, kind }) => {
    if (kind === 'episode' && !media.startsWith('episode:')) return [];
    return [{ id, name, media: kind === 'episode' ? media : work, has: holding.has(id) }];
  });
}

/**
 * Adds a viewing of the person to the history of a companion, unless the companion has it. False: there is no
 * such viewing, another companion has added it, or the two have not named each other.
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

/**
 * Removes a viewing that `addForCompanion` has added, unless the companion has changed it since. False: there
 * is no such viewing, or the two have not named each other.
 */
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
 * The person's viewing of a title that is nearest to `at`, within `EVENING_MS`; without `at`, the last one.
 * Viewings that a companion has added do not count.
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

/** The id that a person's viewing gets in the history of a companion. */
function sharedId(userId: string, id: string): string {
  return `with-${createHash('sha256').update(`${userId} ${id}`).digest('hex').slice(0, 32)}`;
}

/** Whether a companion has added this viewing, which is then not passed on. */
export function isShared(id: string): boolean {
  return /^with-[\da-f]{32}$/.test(id);
}
