import type { RatedSeries } from './playing';
import { find, isOfPerson, orAway, type Context, type Reason } from './record-playing';

/**
 * Stores how a person has rated a series or a season as a whole. One that is not certain is not stored: only
 * films and episodes wait for the person.
 */
export async function recordSeriesRating(
  { catalogue, store, now }: Context,
  userId: string,
  rated: RatedSeries,
  accounts: readonly string[],
): Promise<Reason | undefined> {
  if (!isOfPerson(rated, accounts)) return 'account';
  const { level, title } = rated;
  const showId = title.seriesIds?.tmdb ?? (await seriesIdOf({ catalogue, store }, userId, rated));
  if (showId === 'left') return 'left';
  if (showId === undefined) return 'unknown';
  const media = level === 'show' ? `show:${String(showId)}` : seasonKey(showId, title.seasonNumber);
  const rating = Math.round(rated.rating * 2) / 2;
  // 0: the rating was taken away.
  if (rating < 1) await store.ratings.ungrade(userId, media, now());
  else await store.ratings.grade(userId, { media, rating: Math.min(10, rating), ratedAt: now() });
  return undefined;
}

const seasonKey = (showId: number, season: number) => `season:${String(showId)}:${String(season)}`;

/** `left`: the person has said that it is not to be recorded. `undefined`: it is not certain. */
async function seriesIdOf(
  context: Pick<Context, 'catalogue' | 'store'>,
  userId: string,
  { title }: RatedSeries,
): Promise<number | 'left' | undefined> {
  const found = await find(context, userId, { title, duration: undefined }).catch(orAway);
  if (found === 'none') return 'left';
  return found === 'away' ? undefined : found.ids?.tmdbId;
}
