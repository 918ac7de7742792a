import type { Context } from 'hono';
import {
  dayAt,
  firstOfMonth,
  monthOf,
  readIsoDay,
  toIsoDay,
  toIsoMonth,
  weekdayOf,
  yearOf,
} from '../../core/library/zoned-time';
import type { Env, Service } from '../http/environment';
import { readPlace } from '../http/page-query';
import { searchHistory, nameMedia } from '../library/name-media';
import type { HistoryFilter } from '../store/find-viewings';
import type { PageKey, SessionRow } from '../store/sessions';
import { html } from 'hono/html';
import type { DaySum } from '../../core/library/year-sums';
import type { Words } from '../texts/words';
import { type Html, wordsOf } from './layout';
import { titleText } from '../library/media-records';

export const VIEWS = ['list', 'posters', 'calendar'] as const;

export type View = (typeof VIEWS)[number];

/** What the history page shows, from its address or its form. */
export type HistoryQuery = Readonly<{
  view: View;
  q: string;
  only: 'movie' | 'episode' | '';
  /** First day, `2026-01-15`, or empty. */
  from: string;
  to: string;
  /** Month of the calendar, `2026-01`. */
  month: string;
  after: string;
}>;

const LONGEST_SEARCH = 200;

/** Reads the query of the address. An invalid value counts as absent. */
export function readHistoryQuery(c: Context<Env>): HistoryQuery {
  const given = (name: string) => c.req.query(name) ?? '';
  const dayIn = (name: string, ending = '') =>
    readIsoDay(given(name) + ending) === undefined ? '' : given(name);
  return {
    view: VIEWS.find((one) => one === given('view')) ?? 'list',
    q: given('q').trim().slice(0, LONGEST_SEARCH),
    only: TYPES.find((one) => one === given('only')) ?? '',
    from: dayIn('from'),
    to: dayIn('to'),
    month: dayIn('month', '-01'),
    after: placeOf(given('after')) === undefined ? '' : given('after'),
  };
}

const TYPES = ['movie', 'episode'] as const;

/** The address of the history, with some of the query changed. */
export function historyPath(query: HistoryQuery, change: Partial<HistoryQuery> = {}): string {
  const { view, ...rest } = { ...query, ...change };
  const given = Object.entries({ view: view === 'list' ? '' : view, ...rest }).filter(
    ([, value]) => value !== '',
  );
  return given.length === 0 ? '/history' : `/history?${new URLSearchParams(given).toString()}`;
}

/** Whether only a part of the history is shown. */
export function isFiltered({ q, only, from, to }: HistoryQuery): boolean {
  return q !== '' || only !== '' || from !== '' || to !== '';
}

export async function filterOf(
  service: Service,
  { id, zone }: Readonly<{ id: string; zone: string }>,
  { q, only, from, to }: HistoryQuery,
): Promise<HistoryFilter> {
  return {
    type: only === '' ? undefined : only,
    works: q === '' ? undefined : await searchHistory(service, id, q),
    from: readIsoDay(from),
    to: readIsoDay(to),
    zone,
  };
}

export function placeOf(text: string): PageKey | undefined {
  try {
    return text === '' ? undefined : readPlace(text);
  } catch {
    return undefined;
  }
}

/** Maximum number of titles shown for a day. */
const TITLES_OF_DAY = 3;

/** Maximum number of viewings read for a month. */
const MONTH_LIMIT = 300;

/** A month of the history as a calendar with weeks from Monday to Sunday. Each day links to its viewings. */
export async function calendarView(c: Context<Env>, service: Service, query: HistoryQuery): Promise<Html> {
  const user = c.get('user');
  const words = wordsOf(c);
  const first = monthBegin(query, words.zone, service.now());
  const next = firstOfMonth(yearOf(first), monthOf(first) + 1);
  const { statistics, findViewings } = service.store;
  const sums = await statistics.days(user.id, first, next - 1);
  const filter = { from: first, to: next - 1, zone: words.zone };
  const rows = await nameMedia(service, await findViewings.find(user.id, filter, { limit: MONTH_LIMIT }));
  const month = (day: number, key: 'previous_month' | 'next_month', arrow: string) =>
    html`<a
      class="button"
      href="${historyPath(query, { month: toIsoMonth(day) })}"
      aria-label="${words.text(key)}"
      ><span aria-hidden="true" class="arrow">${arrow}</span>
      <span class="month-name">${words.text(key)}</span></a
    >`;
  return html`<div class="toolbar">
      <h2>${words.format.month(first)}</h2>
      <span class="actions"
        >${month(first - 1, 'previous_month', '←')} ${month(next, 'next_month', '→')}</span
      >
    </div>
    <table class="calendar">
      <caption class="hidden">
        ${words.format.month(first)}
      </caption>
      <thead>
        <tr>
          ${WEEK.map((index) => weekdayCell(words, MONDAY + index))}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(first, next).map((monday) => weekRow(words, { monday, first, next, sums, rows }))}
      </tbody>
    </table>`;
}

/** The first day of the month that the calendar shows. */
function monthBegin({ month }: HistoryQuery, zone: string, now: number): number {
  const day = readIsoDay(`${month}-01`) ?? dayAt(zone, now);
  const date = new Date(day * 86_400_000);
  return firstOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** Day number of a Monday, 1970-01-05, in days since 1970-01-01. */
const MONDAY = 4;

function weeksOf(first: number, next: number): number[] {
  const weeks: number[] = [];
  for (let monday = first - weekdayOf(first); monday < next; monday += 7) weeks.push(monday);
  return weeks;
}

type WeekRow = Readonly<{
  monday: number;
  first: number;
  next: number;
  sums: DaySum[];
  rows: SessionRow[];
}>;

function weekRow(words: Words, { monday, first, next, sums, rows }: WeekRow): Html {
  const cell = (day: number): Html => {
    if (day < first || day >= next) return html`<td class="outside"></td>`;
    const sum = sums.find((one) => one.day === day);
    const ofDay = rows.filter((row) => dayAt(words.zone, row.watchedAt ?? 0) === day);
    return dayCell(words, day, sum, ofDay);
  };
  return html`<tr>
    ${WEEK.map((index) => cell(monday + index))}
  </tr>`;
}

function dayCell(words: Words, day: number, sum: DaySum | undefined, rows: SessionRow[]): Html {
  const number = words.format.number(new Date(day * 86_400_000).getUTCDate());
  if (sum === undefined) return html`<td><span class="soft">${number}</span></td>`;
  const iso = toIsoDay(day);
  const count = sum.films + sum.episodes;
  const titles = rows
    .slice(0, TITLES_OF_DAY)
    .map((row) => html`<span dir="auto">${titleText(words, row)}</span>`);
  return html`<td class="full">
    <a href="/history?from=${iso}&to=${iso}">
      <span class="hidden">${words.format.day(day)}: ${words.plural('titles_count', count)}</span>
      <span aria-hidden="true"
        >${number} <strong class="number">${words.format.number(count)}</strong>
        <span class="titles">${titles}</span></span
      >
    </a>
  </td>`;
}

/**
 * The heading of a weekday: its name, or its initial in a narrow window, because Arabic has no short names.
 */
function weekdayCell({ format }: Words, day: number): Html {
  const name = format.weekday(day);
  return html`<th scope="col" aria-label="${name}">
    <span class="name">${name}</span><span class="initial">${format.weekdayInitial(day)}</span>
  </th>`;
}
