import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import type { Fields } from '../../protocol/tracker/read-fields';
import {
  readCount,
  readId,
  readLine,
  readTime,
  type ImportRow,
  fieldsOf,
} from '../library/imports/import-row';
import type { Sink } from '../store/sink';
import {
  EARLIER_MS,
  failing,
  MOST_ENTRIES,
  readAs,
  readPages,
  toHistory,
  type PulledHistory,
  type RelayEvent,
  type RelayRating,
  type SinkClient,
} from './sink-client';
import { referenceOf, sinkForms, type PlainKind } from './sink-forms';
import {
  failureOf,
  isSuccess,
  nothingToSend,
  request,
  unreachable,
  type HttpAnswer,
  type HttpRequest,
  type SinkAnswer,
  type Via,
} from './sink-request';
import { isoTime } from './work-body';

/** Scrob counts repeated reports of a title within five minutes as one (`_write_watch_event`). */
const JELLYFIN_AGAIN_MS = 310_000;

/** The client of a sink that takes each event in a single request. */
export function createPlainClient(kind: PlainKind): SinkClient {
  const { watched, removed, rated } = sinkForms[kind];
  return defined({
    watched: async (via: Via, sink: Sink, event: RelayEvent, isRepeated: boolean): Promise<SinkAnswer> => {
      const before = isRepeated && kind === 'api-v1' ? await hasAlready(via, sink, event) : false;
      if (typeof before === 'object') return before;
      return before ? { kind: 'sent', status: 200 } : send(via, sink, watched(event, sink.address));
    },
    removed:
      removed && ((via: Via, sink: Sink, event: RelayEvent) => send(via, sink, removed(event, sink.address))),
    rated:
      rated &&
      (async (via: Via, sink: Sink, rating: RelayRating) => {
        const form = rated(rating, sink.address);
        return form === undefined ? nothingToSend : send(via, sink, form);
      }),
    hasTitlesOnce: kind !== 'webhook',
    againMs: kind === 'jellyfin' ? JELLYFIN_AGAIN_MS : undefined,
    pull: kind === 'api-v1' ? pullApi : undefined,
  });
}

async function send(via: Via, sink: Sink, form: HttpRequest): Promise<SinkAnswer> {
  try {
    const answer = await request(via, { ...form, headers: keyOf(sink) });
    const { status } = answer;
    // 409: the sink has the viewing already. 404 after a removal: it no longer has it.
    if (isSuccess(answer) || status === 409 || (status === 404 && form.method === 'DELETE'))
      return { kind: 'sent', status };
    // 404 and 410 mean a wrong address, except with API v1, where they may mean an unknown title.
    return failureOf(answer, sink.kind === 'api-v1' ? [] : [404, 410]);
  } catch {
    return unreachable;
  }
}

const keyOf = ({ secret }: Sink): Readonly<Record<string, string>> =>
  secret === '' ? {} : { authorization: `Bearer ${secret}` };

const SAME_MS = 60_000;

/**
 * Whether the sink has the viewing: one of the same title within a minute. A `SinkAnswer`: the query failed.
 * If the key may not read, only this viewing is refused, because the key can still send others.
 */
async function hasAlready(via: Via, sink: Sink, event: RelayEvent): Promise<boolean | SinkAnswer> {
  const items = await readTitles(via, sink, { type: event.media.type, since: event.watchedAt - SAME_MS });
  if (!('kind' in items)) return items.some((item) => isSame(item, event));
  return items.kind === 'stopped' ? { kind: 'refused', status: 403 } : items;
}

const get = (via: Via, sink: Sink, path: string) =>
  request(via, { method: 'GET', url: sink.address + path, headers: keyOf(sink) }).catch(() => unreachable);

/** The watched titles, latest first, back to `since`. */
async function readTitles(
  via: Via,
  sink: Sink,
  { type, since }: Readonly<{ type: 'movie' | 'episode'; since: number }>,
): Promise<Fields[] | SinkAnswer> {
  const path = `/history?type=${type}&pageSize=100&sort=watchedAt:desc&page=`;
  return readPages({
    ask: (page) => get(via, sink, path + String(page)),
    isLast: (items) => items.length < 100 || timeOf(items.at(-1) ?? {}) < since,
  });
}

const timeOf = ({ watchedAt }: Fields): number => readTime(watchedAt) ?? 0;

function isSame(item: Fields, event: RelayEvent): boolean {
  const { id, tvShowId, seasonNumber, episodeNumber } = referenceOf(event);
  const isTitle =
    event.media.type === 'movie'
      ? item['id'] === id || item['tmdbId'] === id
      : item['seasonNumber'] === seasonNumber &&
        item['episodeNumber'] === episodeNumber &&
        [item['tvShowId'], item['id'], item['tmdbId']].includes(tvShowId);
  return isTitle && Math.abs(timeOf(item) - event.watchedAt) <= SAME_MS;
}

const activitiesSchema = z.object({ data: z.object({ history: z.nullish(z.string()) }) });

/**
 * Reads every viewing if the other tracker is a Matinee too, otherwise a list of titles with the last viewing
 * of each. If the other tracker does not state when its history last changed, reads it each time.
 */
async function pullApi(
  via: Via,
  sink: Sink,
  cursor: string | undefined,
): Promise<PulledHistory | SinkAnswer> {
  const next = await lastChange(via, sink);
  if (typeof next === 'object') return next;
  if (next === cursor) return toHistory([], cursor);
  // Without a time in the cursor, for example of an empty history, everything is read.
  const since = (readTime(cursor) ?? 0) - EARLIER_MS;
  const all = await readViewings(via, sink, since);
  if (all !== 'none') return 'kind' in all ? all : toHistory(all.map(rowOfViewing), next);
  const rows: (ImportRow | undefined)[] = [];
  for (const type of ['movie', 'episode'] as const) {
    const titles = await readTitles(via, sink, { type, since });
    if ('kind' in titles) return titles;
    rows.push(...titles.filter((title) => timeOf(title) >= since).map(rowOf));
  }
  return toHistory(rows, next);
}

const pageSchema = z.object({
  data: z.object({ items: z.array(z.record(z.string(), z.unknown())), next: z.optional(z.string()) }),
});

/**
 * `GET /matinee/history` (docs/api-extensions.md), newest first. `none`: there is no such list, or this key
 * may not read it.
 */
async function readViewings(via: Via, sink: Sink, since: number): Promise<Fields[] | SinkAnswer | 'none'> {
  const viewings: Fields[] = [];
  let after: string | undefined;
  do {
    const answer = await get(via, sink, `/matinee/history?${String(pageQuery(after))}`);
    if (after === undefined && isAbsent(answer)) return 'none';
    const read = readAs(pageSchema, answer);
    if ('kind' in read) return read;
    const { items, next } = read.value.data;
    viewings.push(...items.filter((item) => timeOf(item) >= since));
    // A page that leads to itself would never end.
    const isLast = next === after || items.length === 0 || items.some((item) => timeOf(item) < since);
    after = isLast ? undefined : next;
    if (viewings.length > MOST_ENTRIES) return failing;
  } while (after !== undefined);
  return viewings;
}

/** Whether there is no such list. Some servers answer unknown addresses with a web page. */
function isAbsent(answer: HttpAnswer | SinkAnswer): boolean {
  if ('kind' in answer) return false;
  return (
    [403, 404, 405].includes(answer.status) || (isSuccess(answer) && 'kind' in readAs(pageSchema, answer))
  );
}

const pageQuery = (after: string | undefined) => new URLSearchParams({ limit: '500', ...defined({ after }) });

function rowOfViewing(item: Fields): ImportRow | undefined {
  const media = fieldsOf(item['media']);
  const watchedAt = readTime(item['watchedAt']);
  const { type } = media;
  const isUndated = item['isUndated'] === true || undefined;
  if (watchedAt === undefined || (type !== 'movie' && type !== 'episode')) return undefined;
  return {
    type,
    tmdbId: readId(media['tvShowId'] ?? media['tmdbId']),
    episodeId: type === 'episode' ? readId(media['id']) : undefined,
    title: readLine(media['title']),
    year: readCount(media['year']),
    seasonNumber: readCount(media['seasonNumber']),
    episodeNumber: readId(media['episodeNumber']),
    isUndated,
    givesWay: isUndated,
    watchedAt,
  };
}

async function lastChange(via: Via, sink: Sink): Promise<string | SinkAnswer> {
  const answer = await get(via, sink, '/sync/last_activities');
  if (!('kind' in answer) && answer.status === 404) return isoTime(via.now());
  const read = readAs(activitiesSchema, answer);
  return 'kind' in read ? read : (read.value.data.history ?? '');
}

/**
 * The row of a title. `id` of an episode may be its own or that of its series. It counts as the id of the
 * series only if `episodeId` states another one.
 */
function rowOf(item: Fields): ImportRow | undefined {
  const watchedAt = readTime(item['watchedAt']);
  const info = fieldsOf(item['info']);
  const work = { year: readCount(item['year']), watchedAt };
  const id = readId(item['id']);
  if (watchedAt === undefined) return undefined;
  if (item['type'] === 'movie')
    return { type: 'movie', tmdbId: id ?? readId(item['tmdbId']), title: readLine(item['title']), ...work };
  const ownId = readId(item['episodeId']);
  return {
    type: 'episode',
    tmdbId: readId(item['tvShowId']) ?? (ownId === undefined || ownId === id ? undefined : id),
    title: readLine(info['tvshowtitle'] ?? item['title']),
    seasonNumber: readCount(item['seasonNumber']),
    episodeNumber: readId(item['episodeNumber']),
    ...work,
  };
}
