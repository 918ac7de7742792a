import type { Context } from 'hono';
import { firstOfMonth, dayAt, readIsoDay } from '../../core/library/zoned-time';
import type { Env, Service } from '../http/environment';
import { readPlace } from '../http/page-query';
import { searchHistory } from '../library/search-history';
import type { HistoryFilter } from '../store/find-viewings';
import type { PageKey } from '../store/sessions';

export const VIEWS = ['list', 'posters', 'calendar'] as const;
export type View = (typeof VIEWS)[number];

/** The query of the history page, from its address and its form. */
export type HistoryQuery = Readonly<{
  view: View;
  q: string;
  only: 'movie' | 'episode' | '';
  /** `2026-01-15`, or empty. */
  from: string;
  to: string;
  /** `2026-01`, of the calendar. */
  month: string;
  after: string;
}>;

const LONGEST_SEARCH = 200;

/** An unreadable value counts as absent. */
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

/** The first day of the month that the calendar shows. */
export function monthBegin({ month }: HistoryQuery, zone: string, now: number): number {
  const day = readIsoDay(`${month}-01`) ?? dayAt(zone, now);
  const date = new Date(day * 86_400_000);
  return firstOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

export function placeOf(text: string): PageKey | undefined {
  try {
    return text === '' ? undefined : readPlace(text);
  } catch {
    return undefined;
  }
}
