import type { ImportRow } from '../library/imports/import-row';
import type { MediaRow } from '../store/media';
import type { Sink } from '../store/sink';
import { type SinkAnswer, type Via, failureOf, isSuccess, type HttpAnswer } from './sink-request';
import * as z from 'zod/mini';
import { isRecord } from '../../core/values/is-record';
import type { Fields } from '../../protocol/tracker/read-fields';

/** A viewing to add to a sink, or to remove from it. */
export type RelayEvent = Readonly<{
  media: MediaRow;
  /** The viewing's id in our history. */
  id: string;
  /** Milliseconds since 1970. */
  watchedAt: number;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** The IMDb id of the film or series, if the catalogue knows it. */
  imdbId?: string | undefined;
}>;

/** A rating to set at a sink, or to remove from it. */
export type RelayRating = Readonly<{
  /** The key in the history: `movie:348`, `show:1396`, `season:1396:2`, `episode:1396:2:3`. */
  media: string;
  /** 1 to 10 in steps of 0.5; `null`: remove it. */
  rating: number | null;
}>;

/** The title that plays at the moment. `progress`: percent. */
export type RelayPlayback = Readonly<{
  state: 'playing' | 'paused';
  progress: number;
}>;

type SendTo<Rest extends unknown[]> = (via: Via, sink: Sink, ...rest: Rest) => Promise<SinkAnswer>;

/** The viewings that a pull has read from another tracker. */
export type PulledHistory = Readonly<{
  rows: ImportRow[];
  /** Entries that could not be read. */
  unread: number;
  /** The next pull passes it to the client, which then reads only newer entries. */
  cursor: string;
}>;

/** The protocol of one kind of sink. The sink does not support an absent function. */
export type SinkClient = Readonly<{
  /** Renews the sink's key if necessary; called first at each look. */
  prepare?: (via: Via, sink: Sink) => Promise<Sink | SinkAnswer>;
  /** `isRepeated`: an earlier attempt may have arrived. */
  watched: SendTo<[event: RelayEvent, isRepeated: boolean]>;
  removed?: SendTo<[event: RelayEvent]>;
  rated?: SendTo<[rating: RelayRating]>;
  playing?: SendTo<[event: RelayEvent, playback: RelayPlayback]>;
  /** Reads what is new since `cursor`; everything if it is absent. */
  pull?: (via: Via, sink: Sink, cursor: string | undefined) => Promise<PulledHistory | SinkAnswer>;
  /** Milliseconds between two deliveries. */
  paceMs?: number;
  /**
   * Minimum milliseconds between two viewings of a title: the sink takes an earlier second one for a
   * repetition.
   */
  againMs?: number | undefined;
  /** The sink removes all viewings of a title together, so only the removal of the last one is sent. */
  hasTitlesOnce?: boolean;
}>;

/** An answer parsed in this format, or why there is none. */
export function readAs<T>(
  schema: z.ZodMiniType<T>,
  answer: HttpAnswer | SinkAnswer,
  stops: number[] = [],
): Readonly<{ value: T }> | SinkAnswer {
  if ('kind' in answer) return answer;
  if (!isSuccess(answer)) return failureOf(answer, stops);
  const { success, data } = z.safeParse(schema, answer.body);
  return success ? { value: data } : failing;
}

export const failing: SinkAnswer = { kind: 'later', trouble: 'failing' };

/**
 * How much further back than its last change a history is read, because a viewing can be added with an
 * earlier time. Even earlier ones are found only when everything is read anew.
 */
export const EARLIER_MS = 30 * 86_400_000;

/** Maximum pages of a list: more than any history has. A longer list is not read at all. */
const MOST_PAGES = 2000;

/** Maximum entries of a list, in the same way. */
export const MOST_ENTRIES = 200_000;

type PagedAnswers = Readonly<{
  ask: (page: number) => Promise<HttpAnswer | SinkAnswer>;
  /** Whether no wanted entry follows these. */
  isLast?: (entries: Fields[]) => boolean;
  stops?: number[];
}>;

/**
 * All entries of a paginated list, each once, because the list may grow meanwhile. An unreadable page is not
 * the end of the list: otherwise the entries after it would count as read.
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
    // A page without new entries is the last one, even at servers without pages.
    if (found.size === before || page >= pagesOf(answer) || isLast(entries)) return [...found.values()];
  }
  return failing;
}

/** The number of pages, which only Trakt states. */
function pagesOf(answer: HttpAnswer | SinkAnswer): number {
  return 'kind' in answer ? 0 : Number(answer.headers.get('x-pagination-page-count') ?? MOST_PAGES);
}

function entriesOf(answer: HttpAnswer | SinkAnswer, stops: number[]): Fields[] | SinkAnswer {
  if ('kind' in answer) return answer;
  if (!isSuccess(answer)) return failureOf(answer, stops);
  const entries: unknown = isRecord(answer.body) ? answer.body['data'] : answer.body;
  return Array.isArray(entries) && entries.every(isRecord) ? entries : failing;
}

/** Keeps only the viewings: a pull brings in neither ratings nor lists. */
export function toHistory(rows: (ImportRow | undefined)[], cursor: string): PulledHistory | SinkAnswer {
  if (rows.length > MOST_ENTRIES) return failing;
  const read = rows.filter((row) => row !== undefined);
  const viewings = read.filter(({ watchedAt, part }) => watchedAt !== undefined && part === undefined);
  const unrated = viewings.map((row) => ({ ...row, rating: undefined, ratedAt: undefined }));
  return { rows: unrated, unread: rows.length - read.length, cursor };
}
