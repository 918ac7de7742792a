import * as z from 'zod/mini';
import { mediaKey } from '../core/library/media-key';
import { isRecord } from '../core/values/is-record';
import { gradeInputSchema, historyInputSchema } from '../protocol/tracker/watched';
import { putViewing, removeViewing, watchesOf } from './history';
import { idsIn, invalid, toIds, unknown } from './titles';
import type { LibraryCall, LibraryOperation, LibraryDatabase } from './database';
import { defined } from '../core/values/defined';
import type { MediaStatus, StatusItem } from '../protocol/tracker/media-status';
import { isoTime } from './records';

/** What a person does with a title in the popup: marks, ratings, watchlist and favorites, and their undo. */
export const markOperations: Readonly<Record<string, LibraryOperation>> = {
  'POST /history': addViewings,
  'DELETE /history': removeViewings,
  'POST /ratings': async ({ library: { database, now }, input }) => {
    const { success, data } = z.safeParse(gradeInputSchema, input);
    if (!success) throw invalid('The rating is from 1 to 10');
    const ids = toIds(withoutNull(data));
    await database.put('ratings', { media: mediaKey(ids), ids, rating: data.rating, ratedAt: now() });
    return { success: true };
  },
  'DELETE /ratings': async ({ library: { database }, query }) => {
    const media = mediaKey(idsIn(query));
    if ((await database.getKey('ratings', media)) === undefined) throw unknown('It is not rated');
    await database.delete('ratings', media);
    return { success: true };
  },
  'POST /watchlist': mark('watchlist'),
  'DELETE /watchlist': unmark('watchlist'),
  'POST /favorites': mark('favorites'),
  'DELETE /favorites': unmark('favorites'),
};

type MarkShelf = 'watchlist' | 'favorites';

/** `watchlist movie:348`, `favorites show:1396` */
function markKey(shelf: MarkShelf, type: string, id: number): string {
  return `${shelf} ${type === 'movie' ? 'movie' : 'show'}:${String(id)}`;
}

/** The id of a viewing is made of its title and its time: a repetition with the same time adds nothing. */
async function addViewings({ library: { database, now }, input }: LibraryCall) {
  const { success, data } = z.safeParse(historyInputSchema, input);
  if (!success) throw invalid('The viewing is not valid');
  const ids = toIds(withoutNull(data));
  const watchedAt = data.watchedAt == null ? now() : Date.parse(data.watchedAt);
  const position = { progress: 0, duration: 0 };
  for (let index = 0; index < (data.count ?? 1); index += 1) {
    const id = `api-${mediaKey(ids).replaceAll(':', '-')}-${watchedAt.toString(36)}-${String(index)}`;
    await putViewing(database, id, { ids, position, watchedAt });
  }
  return { success: true };
}

async function removeViewings({ library: { database, now }, query }: LibraryCall) {
  const watches = await watchesOf(database, idsIn(query));
  if (watches.length === 0) throw unknown('It is not in the history');
  for (const { id } of watches) await removeViewing(database, id, now());
  return { success: true };
}

function mark(shelf: MarkShelf): LibraryOperation {
  return async ({ library: { database, now }, input }) => {
    const { type, id } = isRecord(input) ? input : {};
    if (typeof id !== 'number') throw invalid('`id` is required');
    await database.put('marks', { key: markKey(shelf, String(type), id), at: now() });
    return { success: true };
  };
}

function unmark(shelf: MarkShelf): LibraryOperation {
  return async ({ library: { database }, query }) => {
    await database.delete('marks', markKey(shelf, query.get('type') ?? '', Number(query.get('id'))));
    return { success: true };
  };
}

/** An absent field may be `null`; a series is named by one of its episodes. */
function withoutNull(fields: z.infer<typeof historyInputSchema> | z.infer<typeof gradeInputSchema>) {
  const { type, id, tmdbId, tvShowId, seasonNumber, episodeNumber } = fields;
  return {
    type: type === 'movie' ? ('movie' as const) : ('episode' as const),
    id: id ?? undefined,
    tmdbId: tmdbId ?? undefined,
    tvShowId: tvShowId ?? undefined,
    seasonNumber: seasonNumber ?? undefined,
    episodeNumber: episodeNumber ?? undefined,
  };
}

/** The person's status of these titles, with the API's field names. */
export async function mediaStatuses(
  database: LibraryDatabase,
  items: StatusItem[],
): Promise<Record<string, MediaStatus>> {
  const statuses: Record<string, MediaStatus> = {};
  for (const item of items) {
    const name = nameOf(item);
    if (name !== undefined) statuses[name] = await statusOf(database, item.type, name);
  }
  return statuses;
}

/** `movie:603`, `tv:1396`, `episode:1396:1:2`, or `episode:62085` where only its own id is stated. */
function nameOf({ type, id, tmdbId, seasonNumber, episodeNumber }: StatusItem): string | undefined {
  const work = id ?? tmdbId;
  if (type !== 'episode') return work == null ? undefined : `${type}:${String(work)}`;
  const place = defined({
    tmdbId: tmdbId ?? undefined,
    seasonNumber: seasonNumber ?? undefined,
    episodeNumber: episodeNumber ?? undefined,
  });
  const isNamed = Object.keys(place).length === 3 || id != null;
  return isNamed ? mediaKey({ type, ...place, ...defined({ episodeId: id ?? undefined }) }) : undefined;
}

async function statusOf(
  database: LibraryDatabase,
  type: StatusItem['type'],
  name: string,
): Promise<MediaStatus> {
  const media = type === 'tv' ? `show:${name.slice(3)}` : name;
  const [watches, playing, rating, listed, liked] = await Promise.all([
    database.getAllFromIndex('watches', 'media', media),
    database.get('progress', media),
    database.get('ratings', media),
    database.getKey('marks', markKeyOf('watchlist', media)),
    database.getKey('marks', markKeyOf('favorites', media)),
  ]);
  const last = Math.max(...watches.map(({ watchedAt }) => watchedAt));
  const open = playing?.watchedAt === undefined ? playing : undefined;
  return defined({
    watched: watches.length > 0,
    rewatchCount: Math.max(0, watches.length - 1),
    watchedAt: watches.length === 0 ? undefined : isoTime(last),
    inWatchlist: listed !== undefined,
    isFavorite: liked !== undefined,
    rating: rating === undefined ? null : Math.round(rating.rating),
    progress: open?.progress,
    duration: open?.duration,
    inProgress: open !== undefined,
  });
}

function markKeyOf(shelf: 'watchlist' | 'favorites', media: string): string {
  const [kind = '', id] = media.split(':');
  return markKey(shelf, kind, Number(id));
}
