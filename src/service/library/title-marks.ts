import type { Service } from '../http/environment';

/** What a person has done with a title. */
export type MarkedTitle = Readonly<{
  isWatched: boolean;
  /** 1 to 10. */
  rating: number | undefined;
  review: string | undefined;
  watchlist: boolean;
  favorites: boolean;
  /** All lists that can contain it, last changed first. */
  lists: readonly MarkedList[];
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

/** Most lists that a title offers. */
const LISTS = 50;

/** The marks of a film, an episode (then the lists are those of its series) or a series. */
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
