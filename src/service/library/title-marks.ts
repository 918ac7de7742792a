import type { Service } from '../http/environment';

/** What a person has done with a title. */
export interface MarkedTitle {
  readonly isWatched: boolean;
  /** 1 to 10. */
  readonly rating: number | undefined;
  readonly watchlist: boolean;
  readonly favorites: boolean;
}

/** The marks of a film, an episode (then the lists are those of its series) or a series. */
export async function titleMarks(
  { store }: Pick<Service, 'store'>,
  userId: string,
  media: string,
): Promise<MarkedTitle> {
  const [kind, first, season] = media.split(':');
  const work = kind === 'episode' && season !== undefined ? `show:${String(first)}` : media;
  const [watched, ratings, shelved] = await Promise.all([
    store.watchedTitles.among(userId, [media]),
    store.ratings.gradesOf(userId, [media]),
    store.shelves.among(userId, [work]),
  ]);
  return {
    isWatched: watched.has(media),
    rating: ratings.get(media),
    watchlist: shelved.some(({ shelf }) => shelf === 'watchlist'),
    favorites: shelved.some(({ shelf }) => shelf === 'favorites'),
  };
}
