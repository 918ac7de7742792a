import { setImmediate } from 'node:timers/promises';
import { csvLine } from '../../core/text/csv-line';
import { defined } from '../../core/values/defined';
import { createAllowance } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import type { RatingRow } from '../store/ratings';
import type { SessionRow } from '../store/sessions';
import { nameUntitled } from './name-media';
import { toHistoryEntry, toPlayback, toRating } from './media-records';

export type ExportContext = Pick<Service, 'store' | 'catalogue' | 'now'>;

/** Maximum requests to the film database for missing titles, for each section of an export. */
const REQUEST_LIMIT = 20;

/** Rows per read: few enough not to delay other requests. */
const PART = 100;

const CSV_COLUMNS = 'watchedAt startedAt type title episodeTitle year tmdbId seasonNumber episodeNumber'
  .concat(' episodeId progress duration id')
  .split(' ');

/** All viewings of a person, newest first, as CSV. The import reads it back. */
export async function* exportCsv(service: ExportContext, userId: string): AsyncGenerator<string> {
  yield csvLine(CSV_COLUMNS);
  for await (const rows of viewings(service, userId)) yield rows.map(toCsv).join('');
}

/** All viewings, newest first, in parts. */
export async function* viewings(service: ExportContext, userId: string): AsyncGenerator<SessionRow[]> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  let after: { time: number; key: string } | undefined;
  for (;;) {
    const rows = await service.store.sessions.watched(userId, { limit: PART, after });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield nameUntitled(service, rows, allowance);
    // Lets other requests run, even if the client reads the text as fast as it is written.
    await setImmediate();
    after = { time: last.watchedAt ?? 0, key: last.id };
  }
}

/** All ratings, last rated first, in parts. */
export async function* ratings(service: ExportContext, userId: string): AsyncGenerator<RatingRow[]> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  for (let offset = 0; ; offset += PART) {
    const found = await service.store.ratings.list(userId, { limit: PART, offset, media: undefined });
    if (found.length === 0) return;
    yield nameUntitled(service, found, allowance);
  }
}

/** A stream that writes the texts as fast as the client reads them. */
export function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => void (await texts.return(undefined)),
  });
}

function toCsv(row: SessionRow): string {
  const isoTime = (time: number) => new Date(time).toISOString();
  return csvLine([
    isoTime(row.watchedAt ?? row.updatedAt),
    isoTime(row.startedAt),
    row.type,
    row.title,
    row.episodeTitle,
    row.year,
    row.tmdbId,
    row.seasonNumber,
    row.episodeNumber,
    row.episodeId,
    row.progress,
    row.duration,
    row.id,
  ]);
}

/**
 * Everything stored about a person, as JSON. Viewings, positions and ratings have the format of the API, all
 * other entries that of the store, with times in milliseconds since 1970. The export contains no secret.
 */
export async function* exportJson(
  service: ExportContext,
  userId: string,
  origin: string,
): AsyncGenerator<string> {
  const { ownRecords, preferences } = service.store;
  yield `{"matinee":1,"exportedAt":${JSON.stringify(new Date(service.now()).toISOString())}`;
  yield `,\n"account":${JSON.stringify(await ownRecords.account(userId))}`;
  const [zone, language] = [await preferences.zoneOf(userId), await preferences.languageOf(userId)];
  yield `,\n"settings":${JSON.stringify({ zone, language })}`;
  yield* section('progress', positions(service, userId), (row) => toPlayback(row, origin));
  yield* section('history', viewings(service, userId), (row) => toOwnEntry(row, origin));
  yield* section('ratings', ratings(service, userId), (row) => toRating(row, origin));
  for await (const [name, entries] of keptParts(service, userId))
    yield `,\n${JSON.stringify(name)}:${JSON.stringify(entries)}`;
  for (const name of ownRecords.names) yield* section(name, ownRecords.rows(userId, name), (row) => row);
  yield '}\n';
}

async function* section<T>(
  name: string,
  parts: AsyncIterable<T[]>,
  toEntry: (row: T) => object,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  let separator = '\n';
  for await (const rows of parts) {
    yield separator + rows.map((row) => JSON.stringify(toEntry(row))).join(',\n');
    separator = ',\n';
  }
  yield ']';
}

function toOwnEntry(row: SessionRow, origin: string): object {
  return Object.assign(toHistoryEntry(row, origin), defined({ importId: row.importId ?? undefined }));
}

/**
 * Shelves, ratings with reviews, and lists, with works by their keys in the store: `movie:348`, `show:1396`.
 */
async function* keptParts(
  { store }: ExportContext,
  userId: string,
): AsyncGenerator<readonly [name: string, entries: object[]]> {
  const all = { type: 'all', limit: KEPT, offset: 0 } as const;
  for (const shelf of ['watchlist', 'favorites', 'collection'] as const)
    yield [shelf, await store.shelves.list(userId, shelf, { ...all, sort: 'addedAt:desc' })];
  yield ['grades', await store.ratings.grades(userId, all)];
  const lists = [];
  for (const list of await store.lists.list(userId, all))
    lists.push({ ...list, userId: undefined, entries: await store.lists.items(list, all) });
  yield ['lists', lists];
}

/** The limit for reading all entries at once: more than any person keeps. */
const KEPT = 1_000_000;

/** The unfinished titles, in parts. */
async function* positions(service: ExportContext, userId: string): AsyncGenerator<SessionRow[]> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  let after: { time: number; key: string } | undefined;
  for (;;) {
    const rows = await service.store.sessions.latest(userId, { limit: PART, after });
    const last = rows.at(-1);
    if (last === undefined) return;
    const open = rows.filter(({ watchedAt }) => watchedAt === null);
    if (open.length > 0) yield nameUntitled(service, open, allowance);
    await setImmediate();
    after = { time: last.updatedAt, key: last.media };
  }
}
