import { defined } from '../../core/values/defined';
import type { StreakRecord, ViewingSum, YearStatistics } from '../../protocol/tracker/statistics';
import { firstOfMonth, monthOf, toIsoMonth, weekdayOf, weekOf, yearOf } from '../calendar/days';
import { dayAt, toIsoDay } from '../calendar/zoned-time';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';
import type { DaySum, Streak, WorkSum } from '../store/statistics';
import { nameMedia } from './name-media';
import { toHistoryEntry, toMediaRecord } from './session-records';

/** Works of "what took the most time". */
const TOP = 5;

interface Wanted {
  readonly userId: string;
  readonly zone: string;
  readonly year: number;
  /** Of links. */
  readonly origin: string;
}

/** What a person has watched in a year. Reads sums and a few viewings, whatever the length of the history. */
export async function yearStatistics(service: Service, wanted: Wanted): Promise<YearStatistics> {
  const { userId, zone, year } = wanted;
  const { statistics } = service.store;
  const [from, to] = [firstOfMonth(year, 1), firstOfMonth(year + 1, 1) - 1];
  const today = dayAt(zone, service.now());
  // At once: PostgreSQL answers them side by side.
  const [days, span, { longest, current }, titles] = await Promise.all([
    statistics.days(userId, from, to),
    statistics.span(userId),
    statistics.streaks(userId, today - 1),
    titlesOf(service, wanted, { from, to }),
  ]);
  return {
    year,
    zone,
    years: span === undefined ? [] : numbers(yearOf(span.first), yearOf(span.last)),
    total: sumOf(days),
    days: days.length,
    ...periodsOf(days, from, to),
    ...defined({
      longestStreak: toStreak(longestStreak(days)),
      longestStreakEver: toStreak(longest),
      currentStreak: toStreak(current),
    }),
    ...titles,
  };
}

/** The sums by month, week and weekday. */
function periodsOf(days: readonly DaySum[], from: number, to: number) {
  const year = yearOf(from);
  const busiest = days.toSorted((a, b) => b.seconds - a.seconds || a.day - b.day)[0];
  const mondays = numbers(0, Math.floor((to - from + weekdayOf(from)) / 7)).map(
    (index) => from - weekdayOf(from) + index * 7,
  );
  return {
    months: numbers(1, 12).map((month) => ({
      month: toIsoMonth(firstOfMonth(year, month)),
      ...sumOf(days.filter(({ day }) => monthOf(day) === month)),
    })),
    weeks: mondays.map((monday) => ({
      week: weekOf(monday),
      from: toIsoDay(monday),
      ...sumOf(days.filter(({ day }) => day >= monday && day < monday + 7)),
    })),
    weekdays: numbers(0, 6).map((weekday) => sumOf(days.filter(({ day }) => weekdayOf(day) === weekday))),
    ...defined({ busiestDay: busiest && { day: toIsoDay(busiest.day), ...sumOf([busiest]) } }),
  };
}

function sumOf(days: readonly DaySum[]): ViewingSum {
  const sum = { films: 0, episodes: 0, seconds: 0 };
  for (const { films, episodes, seconds } of days) {
    sum.films += films;
    sum.episodes += episodes;
    sum.seconds += seconds;
  }
  return sum;
}

function longestStreak(days: readonly DaySum[]): Streak | undefined {
  let longest: Streak | undefined;
  let run: Streak | undefined;
  for (const { day } of days) {
    run = { days: run?.last === day - 1 ? run.days + 1 : 1, last: day };
    if (longest === undefined || run.days >= longest.days) longest = run;
  }
  return longest;
}

function toStreak(streak: Streak | undefined): StreakRecord | undefined {
  return (
    streak && {
      days: streak.days,
      from: toIsoDay(streak.last - streak.days + 1),
      to: toIsoDay(streak.last),
    }
  );
}

/** What took the most time, and the first and the last viewing of the year. */
async function titlesOf(
  service: Service,
  { userId, zone, year, origin }: Wanted,
  { from, to }: { readonly from: number; readonly to: number },
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

/** Of a series without the place of one of its episodes. */
function toTop({ watches, seconds }: WorkSum, row: SessionRow | undefined, origin: string) {
  if (row === undefined) return [];
  const work = { ...row, episodeId: null, seasonNumber: null, episodeNumber: null, episodeTitle: null };
  const media = toMediaRecord(row.type === 'movie' ? row : work, origin);
  return [{ media, watches, seconds }];
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
