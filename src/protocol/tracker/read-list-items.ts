import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import type { ListItem } from './list-item';
import { readAddress, readArray, readNumber, readPoster, readText } from './read-fields';

/** Most entries of a list that are shown, so that a large response cannot freeze the popup. */
const ITEM_LIMIT = 100;

const TYPES: readonly unknown[] = ['movie', 'episode', 'show', 'channel'] satisfies ListItem['type'][];

/** Reads `data` of a widget: an array, or an object that holds one. `undefined`: neither. */
export function readListItems(data: unknown): ListItem[] | undefined {
  const list = readArray(data, ['items', 'results', 'entries']);
  return list?.slice(0, ITEM_LIMIT).flatMap((entry) => readListItem(entry) ?? []);
}

/** `undefined`: the entry has no title. */
function readListItem(entry: unknown): ListItem | undefined {
  if (!isRecord(entry)) return undefined;
  const title = readText(entry, ['title', 'name', 'seriesTitle']);
  if (title === undefined) return undefined;
  const { type, progress } = entry;
  return defined({
    type: isType(type) ? type : 'movie',
    title,
    subtitle: readText(entry, ['subtitle', 'episodeTitle']),
    tmdbId: readNumber(entry, ['tmdbId', 'tmdb_id', 'tmdb'], 1),
    channelId: readText(entry, ['channelId', 'channel_id']),
    posterUrl: readPoster(entry),
    url: readAddress(entry, ['url', 'link']),
    progress: isPart(progress) ? progress : undefined,
    watchedAt: readText(entry, ['watchedAt', 'watched_at']),
  });
}

function isType(value: unknown): value is ListItem['type'] {
  return TYPES.includes(value);
}

function isPart(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
