import { defined } from '../../core/values/defined';
import { isFiniteNumber, isRecord } from '../../core/values/is-record';
import type { ListItem } from './widgets';
import {
  readAddress,
  readArray,
  readNumber,
  readRecord,
  readText,
  type Fields,
  unwrapData,
} from './read-fields';
import { pictureOf, readWork } from './read-work';

/** An entry of a list, a widget or a page of channels: ours, or one of the forms of API v1. */
export interface ListEntry extends ListItem {
  readonly seasonNumber?: number;
  readonly episodeNumber?: number;
  /** The position in seconds, if the tracker states it. */
  readonly position?: number;
}

/** Most entries of a list that are shown, so that a large response cannot freeze the popup. */
const ITEM_LIMIT = 100;

/** Reads `data` of a widget: an array, or an object that contains one. `undefined`: neither. */
export function readListItems(data: unknown): ListEntry[] | undefined {
  const list = readArray(data, ['items', 'results', 'entries']);
  return list?.slice(0, ITEM_LIMIT).flatMap((entry) => readListItem(entry) ?? []);
}

/** `undefined`: the entry has no title. */
function readListItem(entry: unknown): ListEntry | undefined {
  if (!isRecord(entry)) return undefined;
  if (isRecord(entry['nextEpisode'])) return readNext(entry, entry['nextEpisode']);
  const info = readRecord(entry, ['info']) ?? {};
  const names = namesOf(entry, info);
  if (names === undefined) return undefined;
  const type = entry['type'] === 'channel' ? 'channel' : (readWork(entry)?.type ?? 'movie');
  return defined({
    type: type === 'tv' ? 'show' : type,
    ...names,
    ...(type === 'episode' ? numbersOf(entry, info) : undefined),
    tmdbId: workIdOf(entry, type),
    channelId: channelIdOf(entry, type),
    posterUrl: pictureOf(entry),
    url: readAddress(entry, ['url', 'link']),
    ...playedOf(entry),
    watchedAt: readText(entry, ['watchedAt', 'watched_at']),
  });
}

/** Id of the film or series. `mediaId`, and the `id` of the short format, belong to an episode itself. */
function workIdOf(entry: Fields, type: string): number | undefined {
  const own = type === 'episode' ? [] : ['mediaId', ...('posterPath' in entry ? ['id'] : [])];
  return readNumber(entry, ['tvShowId', 'tmdbId', 'tmdb_id', 'tmdb', ...own], 1);
}

function channelIdOf(entry: Fields, type: string): string | undefined {
  return readText(entry, ['channelId', 'channel_id', ...(type === 'channel' ? ['id'] : [])]);
}

/** Our format has the series in `title`; that of listings has the episode there, and the series in `info`. */
function namesOf(entry: Fields, info: Fields): Pick<ListEntry, 'title' | 'subtitle'> | undefined {
  const title = readText(entry, ['title', 'name', 'seriesTitle']) ?? readText(info, ['title']);
  const series = readText(info, ['tvshowtitle']) ?? readText(entry, ['showTitle']);
  if (series !== undefined && series !== title) return defined({ title: series, subtitle: title });
  return title === undefined
    ? undefined
    : defined({ title, subtitle: readText(entry, ['subtitle', 'episodeTitle']) });
}

function numbersOf(entry: Fields, info: Fields) {
  return {
    seasonNumber: readNumber(entry, ['seasonNumber'], 0) ?? readNumber(info, ['season'], 0),
    episodeNumber: readNumber(entry, ['episodeNumber'], 1) ?? readNumber(info, ['episode'], 1),
  };
}

/** `GET /upnext`: a series with its next episode. */
function readNext(entry: Fields, next: Fields): ListEntry | undefined {
  const title = readText(entry, ['showTitle', 'title']);
  if (title === undefined) return undefined;
  return defined({
    type: 'episode' as const,
    title,
    subtitle: readText(next, ['title']),
    ...numbersOf(next, {}),
    tmdbId: readNumber(entry, ['showId', 'tvShowId', 'tmdbId'], 1),
    posterUrl: pictureOf(entry),
  });
}

/** The watched share: in our format 0 to 1, in API v1 seconds of a `duration`, or percent. */
function playedOf({
  progress,
  duration,
  progressPercent,
  info,
}: Fields): Pick<ListEntry, 'progress' | 'position'> {
  const length = isFiniteNumber(duration) || !isRecord(info) ? duration : info['duration'];
  const isSeconds =
    isFiniteNumber(progress) && isFiniteNumber(length) && Number.isInteger(progress) && length > 1;
  if (isSeconds && progress >= 0) return { progress: Math.min(1, progress / length), position: progress };
  if (isUpTo(100, progressPercent)) return { progress: progressPercent / 100 };
  return isUpTo(1, progress) ? { progress } : {};
}

function isUpTo(most: number, value: unknown): value is number {
  return isFiniteNumber(value) && value >= 0 && value <= most;
}

/** One page of a list of the tracker. */
type ListPage = Readonly<{
  items: ListEntry[];
  /** Whether the tracker has further pages. */
  hasMore: boolean;
}>;

/** Reads a response with `data` and `pagination`. `undefined` if it has no list. */
export function readPage(response: unknown): ListPage | undefined {
  const items = readListItems(unwrapData(response));
  if (items === undefined) return undefined;
  const pagination = isRecord(response) ? response['pagination'] : undefined;
  if (!isRecord(pagination)) return { items, hasMore: false };
  const page = readNumber(pagination, ['page'], 1) ?? 1;
  const pages = readNumber(pagination, ['totalPages'], 0) ?? page;
  return { items, hasMore: pagination['hasMore'] === true || page < pages };
}
