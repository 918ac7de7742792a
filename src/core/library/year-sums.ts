import { defined } from '../values/defined';
import { firstOfMonth, monthOf, toIsoMonth, weekdayOf, weekOf, yearOf, toIsoDay } from './zoned-time';

/** What was watched on one day. Days are counted from 1970-01-01 in the person's time zone. */
export interface DaySum extends WatchedSum {
  readonly day: number;
}

export type WatchedSum = Readonly<{
  films: number;
  episodes: number;
  /** Length of the titles; a rewatch counts again. */
  seconds: number;
}>;

/** Days in a row on which something was watched. */
export type Streak = Readonly<{
  days: number;
  /** The last day of the streak. */
  last: number;
}>;

/** The first and the last day of a year. */
export function daysOfYear(year: number): Readonly<{ from: number; to: number }> {
  return { from: firstOfMonth(year, 1), to: firstOfMonth(year + 1, 1) - 1 };
}

/** The sums of a year's days by month, week and weekday, its longest streak and its busiest day. */
export function sumsOfYear(days: DaySum[], year: number) {
  const streak = longestStreak(days);
  return {
    total: sumOf(days),
    days: days.length,
    ...periodsOf(days, year),
    ...defined({ longestStreak: streak && streakDays(streak) }),
  };
}

function periodsOf(days: DaySum[], year: number) {
  const { from, to } = daysOfYear(year);
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

function sumOf(days: DaySum[]): WatchedSum {
  const sum = { films: 0, episodes: 0, seconds: 0 };
  for (const { films, episodes, seconds } of days) {
    sum.films += films;
    sum.episodes += episodes;
    sum.seconds += seconds;
  }
  return sum;
}

/** Expects the days in order. */
export function longestStreak(days: Pick<DaySum, 'day'>[]): Streak | undefined {
  let longest: Streak | undefined;
  let run: Streak | undefined;
  for (const { day } of days) {
    run = { days: run?.last === day - 1 ? run.days + 1 : 1, last: day };
    if (longest === undefined || run.days >= longest.days) longest = run;
  }
  return longest;
}

export function streakDays({ days, last }: Streak) {
  return { days, from: toIsoDay(last - days + 1), to: toIsoDay(last) };
}

/** The years from the first to the last in which something was watched. */
export function yearsOf(span: Readonly<{ first: number; last: number }> | undefined): number[] {
  return span === undefined ? [] : numbers(yearOf(span.first), yearOf(span.last));
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
