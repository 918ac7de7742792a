import type { Context } from 'hono';
import { html } from 'hono/html';
import {
  firstOfMonth,
  monthOf,
  toIsoMonth,
  weekdayOf,
  yearOf,
  dayAt,
  toIsoDay,
} from '../../core/library/zoned-time';
import type { Env, Service } from '../http/environment';
import { nameMedia } from '../library/name-media';
import type { SessionRow } from '../store/sessions';
import type { DaySum } from '../../core/library/year-sums';
import type { Words } from '../texts/words';
import { historyPath, monthBegin, type HistoryQuery } from './history-query';
import type { Html } from './layout';
import { titleText } from '../library/media-text';
import { wordsOf } from './words-of';

/** Limits of titles shown per day, and of viewings read per month. */
const TITLES_OF_DAY = 3;
const MONTH_LIMIT = 300;

/** A month of the history as a calendar from Monday to Sunday; each day links to what was watched on it. */
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

const WEEK = [0, 1, 2, 3, 4, 5, 6];
/** 1970-01-05 */
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
  sums: readonly DaySum[];
  rows: readonly SessionRow[];
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

function dayCell(words: Words, day: number, sum: DaySum | undefined, rows: readonly SessionRow[]): Html {
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

/** The name of a weekday, or its initial in a narrow window: in Arabic no name is short. */
function weekdayCell({ format }: Words, day: number): Html {
  const name = format.weekday(day);
  return html`<th scope="col" aria-label="${name}">
    <span class="name">${name}</span><span class="initial">${format.weekdayInitial(day)}</span>
  </th>`;
}
