import * as z from 'zod/mini';
import { isRecord } from '../../core/values/is-record';
import type { Fields } from '../../protocol/tracker/read-fields';
import type { ImportRow } from '../library/imports/import-row';
import type { PulledHistory } from './sink-client';
import { failureOf, isSuccess, type HttpAnswer, type SinkAnswer } from './sink-request';

/** An answer in this form, or why there is none. */
export function readAs<T>(
  schema: z.ZodMiniType<T>,
  answer: HttpAnswer | SinkAnswer,
  stops: readonly number[] = [],
): Readonly<{ value: T }> | SinkAnswer {
  if ('kind' in answer) return answer;
  if (!isSuccess(answer)) return failureOf(answer, stops);
  const { success, data } = z.safeParse(schema, answer.body);
  return success ? { value: data } : failing;
}

export const failing: SinkAnswer = { kind: 'later', trouble: 'failing' };

/**
 * How much further back than its last change a history is read, as a viewing can be marked with an earlier
 * time. What is earlier still is found when everything is read anew.
 */
export const EARLIER_MS = 30 * 86_400_000;

/** More than anybody's history has. What has more is not read at all. */
const MOST_PAGES = 2000;
export const MOST_ENTRIES = 200_000;

type PagedAnswers = Readonly<{
  ask: (page: number) => Promise<HttpAnswer | SinkAnswer>;
  /** Nothing that is wanted comes after these entries. */
  isLast?: (entries: readonly Fields[]) => boolean;
  stops?: readonly number[];
}>;

/**
 * All entries of a list that is asked for in pages, each once: a list may grow meanwhile. A page that is none
 * is no end of the list: what comes after it would be taken as read.
 */
export async function readPages({
  ask,
  isLast = () => false,
  stops = [],
}: PagedAnswers): Promise<Fields[] | SinkAnswer> {
  const found = new Map<string, Fields>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask(page);
    const entries = entriesOf(answer, stops);
    if ('kind' in entries) return entries;
    const before = found.size;
    for (const entry of entries) found.set(JSON.stringify(entry), entry);
    if (found.size > MOST_ENTRIES) return failing;
    // A page that has nothing new is the last one, also where pages are not known there.
    if (found.size === before || page >= pagesOf(answer) || isLast(entries)) return [...found.values()];
  }
  return failing;
}

/** As Trakt states it; others don't. */
function pagesOf(answer: HttpAnswer | SinkAnswer): number {
  return 'kind' in answer ? 0 : Number(answer.headers.get('x-pagination-page-count') ?? MOST_PAGES);
}

function entriesOf(
  answer: HttpAnswer | SinkAnswer,
  stops: readonly number[],
): readonly Fields[] | SinkAnswer {
  if ('kind' in answer) return answer;
  if (!isSuccess(answer)) return failureOf(answer, stops);
  const entries: unknown = isRecord(answer.body) ? answer.body['data'] : answer.body;
  return Array.isArray(entries) && entries.every(isRecord) ? entries : failing;
}

/** The viewings of what was read; ratings and lists are not brought in. */
export function toHistory(
  rows: readonly (ImportRow | undefined)[],
  cursor: string,
): PulledHistory | SinkAnswer {
  if (rows.length > MOST_ENTRIES) return failing;
  const read = rows.filter((row) => row !== undefined);
  const viewings = read.filter(({ watchedAt, part }) => watchedAt !== undefined && part === undefined);
  const unrated = viewings.map((row) => ({ ...row, rating: undefined, ratedAt: undefined }));
  return { rows: unrated, unread: rows.length - read.length, cursor };
}
