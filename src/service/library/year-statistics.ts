import { daysOfYear, streakDays, sumsOfYear, yearsOf } from '../../core/library/year-sums';
import { dayAt } from '../../core/library/zoned-time';
import { defined } from '../../core/values/defined';
import type { YearStatistics } from '../../protocol/tracker/statistics';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';
import type { WorkSum } from '../store/statistics';
import { nameMedia } from './name-media';
import { toHistoryEntry, toMediaRecord } from './media-records';
import type { Store } from '../store/store';

/** Maximum works in the list of those that took the most time. */
const TOP = 5;

type WantedYear = Readonly<{
  userId: string;
  zone: string;
  year: number;
  /** Origin of links. */
  origin: string;
}>;

/** What a person has watched in a year. Reads only sums and a few viewings, however long the history is. */
export async function yearStatistics(service: Service, wanted: WantedYear): Promise<YearStatistics> {
  const { userId, zone, year } = wanted;
  const { statistics } = service.store;
  const { from, to } = daysOfYear(year);
  const today = dayAt(zone, service.now());
  // PostgreSQL answers these queries in parallel.
  const [days, span, { longest, current }, titles] = await Promise.all([
    statistics.days(userId, from, to),
    statistics.span(userId),
    statistics.streaks(userId, today - 1),
    titlesOf(service, wanted, { from, to }),
  ]);
  return {
    year,
    zone,
    years: yearsOf(span),
    ...sumsOfYear(days, year),
    ...defined({
      longestStreakEver: longest && streakDays(longest),
      currentStreak: current && streakDays(current),
    }),
    ...titles,
  };
}

/** The works that took the most time, and the first and the last viewing of the year. */
async function titlesOf(
  service: Service,
  { userId, zone, year, origin }: WantedYear,
  { from, to }: Readonly<{ from: number; to: number }>,
): Promise<Pick<YearStatistics, 'top' | 'first' | 'last'>> {
  const { statistics, findViewings } = service.store;
  const find = (works: string[]) => findViewings.find(userId, { works, zone }, { limit: 1 });
  const findTop = async () => {
    const works = await statistics.topWorks(userId, year, TOP);
    return { works, found: await Promise.all(works.map(async ({ work }) => (await find([work]))[0])) };
  };
  const [{ works, found }, first, [last]] = await Promise.all([
    findTop(),
    findViewings.first(userId, { from, to, zone }),
    findViewings.find(userId, { from, to, zone }, { limit: 1 }),
  ]);
  const named = await nameMedia(
    service,
    [...found, first, last].filter((row) => row !== undefined),
  );
  const nameOf = (row: SessionRow | undefined) => row && named.find(({ id }) => id === row.id);
  const entryOf = (row: SessionRow | undefined) => row && toHistoryEntry(row, origin);
  return {
    top: works.flatMap((sum, index) => toTop(sum, nameOf(found[index]), origin)),
    ...defined({ first: entryOf(nameOf(first)), last: entryOf(nameOf(last)) }),
  };
}

/** An entry of `top`. For a series, the row is one of its episodes, whose place is left out. */
function toTop({ watches, seconds }: WorkSum, row: SessionRow | undefined, origin: string) {
  if (row === undefined) return [];
  const work = { ...row, episodeId: null, seasonNumber: null, episodeNumber: null, episodeTitle: null };
  const media = toMediaRecord(row.type === 'movie' ? row : work, origin);
  return [{ media, watches, seconds }];
}

/** Running recounts, by store and person. */
const running = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Recounts a person's history by the days of their new time zone, a few viewings at a time. Continues a
 * recount that was interrupted. Does nothing if none is due.
 */
export async function recount({ store, log }: Pick<Service, 'store' | 'log'>, userId: string): Promise<void> {
  const works = running.get(store) ?? new Map<string, Promise<void>>();
  running.set(store, works);
  const known = works.get(userId);
  if (known !== undefined) return known;
  const work = goOn(store, userId)
    .catch((error: unknown) => log({ level: 'error', event: 'recount', error }))
    .finally(() => works.delete(userId));
  works.set(userId, work);
  return work;
}

async function goOn({ preferences }: Store, userId: string): Promise<void> {
  for (let isLeft = await preferences.isRecounting(userId); isLeft;)
    isLeft = await preferences.recount(userId);
}
