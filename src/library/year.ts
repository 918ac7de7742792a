import { yearOf, dayAt } from '../core/library/zoned-time';
import {
  daysOfYear,
  longestStreak,
  streakDays,
  sumsOfYear,
  yearsOf,
  type DaySum,
} from '../core/library/year-sums';
import { defined } from '../core/values/defined';
import type { YearStatistics } from '../protocol/tracker/statistics';
import type { StoredName, Watch, Library } from './database';
import { groupBy } from './views';
import { listWatches } from './history';
import { toMediaRecord } from './records';
import { namesOf } from './titles';
import { workOf } from './up-next';

/** How many titles with the most time are listed. */
const TOP = 5;

/** The statistics of a year in a time zone; the current year by default. */
export async function libraryYear(
  library: Library,
  { zone, year: asked }: Readonly<{ zone: string; year: number | undefined }>,
): Promise<YearStatistics> {
  const dated = (await listWatches(library.database)).map((watch) => ({
    ...watch,
    day: dayAt(zone, watch.watchedAt),
  }));
  const today = dayAt(zone, library.now());
  const year = asked ?? yearOf(today);
  const { from, to } = daysOfYear(year);
  const shown = dated.filter(({ day }) => day >= from && day <= to);
  const days = daySums(dated);
  const streak = longestStreak(days);
  const runBegin = days.findLastIndex(({ day }, at) => days[at - 1]?.day !== day - 1);
  const current = longestStreak(days.slice(Math.max(0, runBegin)));
  const names = await namesOf(library, [...new Map(shown.map((watch) => [workOf(watch), watch])).values()]);
  const span = { first: days[0]?.day ?? today, last: days.at(-1)?.day ?? today };
  return {
    year,
    zone,
    years: yearsOf(days.length === 0 ? undefined : span),
    ...sumsOfYear(
      days.filter(({ day }) => day >= from && day <= to),
      year,
    ),
    ...defined({
      longestStreakEver: streak && streakDays(streak),
      currentStreak: current && current.last >= today - 1 ? streakDays(current) : undefined,
    }),
    top: topWorks(shown, names),
  };
}

function daySums(watches: (Watch & Readonly<{ day: number }>)[]): DaySum[] {
  const byDay = groupBy(watches, ({ day }) => day);
  return [...byDay]
    .map(([day, all]) => ({
      day,
      films: all.filter(({ ids }) => ids.type === 'movie').length,
      episodes: all.filter(({ ids }) => ids.type === 'episode').length,
      seconds: all.reduce((sum, { duration }) => sum + duration, 0),
    }))
    .sort((a, b) => a.day - b.day);
}

function topWorks(watches: Watch[], names: ReadonlyMap<string, StoredName>) {
  const works = [...groupBy(watches, workOf).values()].map((all) => ({
    watches: all.length,
    seconds: all.reduce((sum, { duration }) => sum + duration, 0),
    all,
  }));
  return works
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, TOP)
    .map(({ all, ...sums }) => {
      const { type, tmdbId } = all[0]?.ids ?? { type: 'movie' as const };
      const name = all.map(({ media }) => names.get(media)).find((one) => one !== undefined);
      return { media: toMediaRecord(defined({ type, tmdbId }), name), ...sums };
    });
}
