import { findChosen, type ChosenTitle } from './chosen-title';
import type { RatedSeries } from './playing';
import { find, isOfPerson, orAway, type Context, type Reason } from './record-playing';

/**
 * Stores a person's rating of a whole series or season. An uncertain one is not stored: only films and
 * episodes wait for the person.
 */
export async function recordSeriesRating(
  { catalogue, store, now }: Context,
  userId: string,
  rated: RatedSeries,
  accounts: string[],
): Promise<Reason | undefined> {
  if (!isOfPerson(rated, accounts)) return 'account';
  const { level, title } = rated;
  const showId = await seriesIdOf({ catalogue, store }, userId, rated);
  if (showId === 'left') return 'left';
  if (showId === undefined) return 'unknown';
  const media = level === 'show' ? `show:${String(showId)}` : seasonKey(showId, title.seasonNumber);
  const rating = Math.round(rated.rating * 2) / 2;
  // 0: the person has removed the rating.
  if (rating < 1) await store.ratings.ungrade(userId, media, now());
  else await store.ratings.grade(userId, { media, rating: Math.min(10, rating), ratedAt: now() });
  return undefined;
}

const seasonKey = (showId: number, season: number) => `season:${String(showId)}:${String(season)}`;

/** The series. `left`: the person has chosen not to record it. `undefined`: it is not certain. */
async function seriesIdOf(
  context: Pick<Context, 'catalogue' | 'store'>,
  userId: string,
  rated: RatedSeries,
): Promise<number | 'left' | undefined> {
  const { title } = rated;
  const chosen = await chosenFor(context, userId, rated).catch(orAway);
  if (chosen === 'away') return undefined;
  if (chosen !== undefined) return seriesOf(chosen, rated);
  if (title.seriesIds?.tmdb !== undefined) return title.seriesIds.tmdb;
  const found = await find(context, userId, { title, duration: undefined }).catch(orAway);
  return found === 'away' ? undefined : seriesOf(found, rated);
}

/**
 * The person's choice for the series. A choice for its episodes may be stored without the ids of the series.
 */
async function chosenFor(
  context: Pick<Context, 'catalogue' | 'store'>,
  userId: string,
  { title }: RatedSeries,
): Promise<ChosenTitle | undefined> {
  const chosen = await findChosen(context, userId, title);
  if (chosen !== undefined) return chosen;
  const named = await findChosen(context, userId, { ...title, ids: {}, seriesIds: {} });
  const stated = title.seriesIds?.tmdb;
  // A choice without ids may be for another series of the same name.
  const isOther = named !== 'none' && stated !== undefined && named?.ids?.tmdbId !== stated;
  return isOther ? undefined : named;
}

/**
 * The series of the title that was found for its first episode. `undefined`: the title is a film, or the
 * catalogue counts the season differently.
 */
function seriesOf(found: ChosenTitle, { level, title }: RatedSeries): number | 'left' | undefined {
  if (found === 'none') return 'left';
  if (found.ids?.type !== 'episode') return undefined;
  const { tmdbId, seasonNumber } = found.ids;
  return level === 'season' && seasonNumber !== title.seasonNumber ? undefined : tmdbId;
}
