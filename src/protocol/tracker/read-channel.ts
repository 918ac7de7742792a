import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import type { Channel } from './channel';
import { readAddress, readArray, readText } from './read-fields';
import { readListItems } from './read-list-items';

/** Most lists that are shown. */
const LIST_LIMIT = 100;

/**
 * Reads `data` of `GET /channels/{id}`; `id` is used where the response has none. `undefined`: it has no
 * title.
 */
export function readChannel(data: unknown, id: string): Channel | undefined {
  if (!isRecord(data)) return undefined;
  const details = isRecord(data['channel']) ? data['channel'] : data;
  const title = readText(details, ['title', 'name']);
  if (title === undefined) return undefined;
  const lists = readArray(data, ['lists']) ?? readArray(details, ['lists']) ?? [];
  return defined({
    id: readText(details, ['id']) ?? id,
    title,
    description: readText(details, ['description', 'overview']),
    url: readAddress(details, ['url', 'link']),
    lists: lists.slice(0, LIST_LIMIT).flatMap((list, index) => readList(list, index) ?? []),
  });
}

function readList(list: unknown, index: number): Channel['lists'][number] | undefined {
  if (!isRecord(list)) return undefined;
  const title = readText(list, ['title', 'name']);
  if (title === undefined) return undefined;
  return { id: readText(list, ['id']) ?? String(index), title, items: readListItems(list) ?? [] };
}
