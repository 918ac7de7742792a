import { isRecord } from '../../core/values/is-record';
import { readNumber } from './read-fields';
import { readListItems, type ListEntry } from './read-list-items';
import { unwrapData } from './unwrap-data';

/** One page of a list of the tracker. */
export type ListPage = Readonly<{
  items: readonly ListEntry[];
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
