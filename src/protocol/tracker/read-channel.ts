import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { readAddress, readArray, readRecord, readText } from './read-fields';
import { readListItems, type ListEntry } from './read-list-items';

export type ChannelReading = Readonly<{
  id: string;
  title: string;
  description?: string;
  url?: string;
  lists: readonly ChannelList[];
}>;

export type ChannelList = Readonly<{
  id: string;
  title: string;
  /** Absent: they are at `/lists/{id}/items`. */
  items?: readonly ListEntry[];
}>;

/** Most lists that are shown. */
const LIST_LIMIT = 100;

/**
 * Reads `data` of `GET /channels/{id}`; `id` is used if the response has none. `undefined` if it has no
 * title.
 */
export function readChannel(data: unknown, id: string): ChannelReading | undefined {
  if (!isRecord(data)) return undefined;
  const details = isRecord(data['channel']) ? data['channel'] : data;
  const info = readRecord(details, ['info']) ?? {};
  const title = readText(details, ['title', 'name']) ?? readText(info, ['title']);
  if (title === undefined) return undefined;
  const lists = readArray(data, ['lists']) ?? readArray(details, ['lists']) ?? [];
  return defined({
    id: readText(details, ['id']) ?? id,
    title,
    description: readText(details, ['description', 'overview']) ?? readText(info, ['plot']),
    url: readAddress(details, ['url', 'link']),
    lists: lists.slice(0, LIST_LIMIT).flatMap((list, index) => readList(list, index) ?? []),
  });
}

function readList(list: unknown, index: number): ChannelList | undefined {
  if (!isRecord(list)) return undefined;
  const title = readText(list, ['title', 'name']);
  if (title === undefined) return undefined;
  const id = readText(list, ['id']);
  const items = readListItems(list);
  return defined({ id: id ?? String(index), title, items: items ?? (id === undefined ? [] : undefined) });
}
