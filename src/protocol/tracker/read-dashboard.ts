import { isRecord } from '../../core/values/is-record';
import { readArray, readText, unwrapData, readAddress, readRecord } from './read-fields';
import { defined } from '../../core/values/defined';
import { readListItems, type ListEntry } from './read-list-items';

/** The part of a dashboard widget that can be shown. */
export type Widget = Readonly<{
  /** As the tracker sent it; trackers may send the same id twice. */
  id: string;
  /** Such as `up_next`; empty if the tracker states none. */
  type: string;
  title: string;
  /** Unchanged from the tracker: `Tracker.getWidget` refuses foreign addresses. */
  apiUrl: string;
}>;

export type DashboardReading = Readonly<{
  widgets: Widget[];
  /** How many widgets the tracker sent, if not all of them are in `widgets`. */
  cutFrom?: number;
}>;

/** Limits of shown and of examined widgets, so that a large response cannot freeze the popup. */
const WIDGET_LIMIT = 12;

const SEARCH_LIMIT = 1000;

const ID_LIMIT = 100;

const TITLE_LIMIT = 120;

const ADDRESS_LIMIT = 2000;

/**
 * Reads the response of `GET /dashboard`, with or without its envelope. `undefined` if it has no list of
 * widgets.
 */
export function readDashboard(response: unknown): DashboardReading | undefined {
  const list = readArray(unwrapData(response), ['widgets', 'items']);
  if (list === undefined) return undefined;
  const widgets = list
    .slice(0, SEARCH_LIMIT)
    .flatMap((entry) => readWidget(entry) ?? [])
    .slice(0, WIDGET_LIMIT);
  const isCut = widgets.length === WIDGET_LIMIT && list.length > WIDGET_LIMIT;
  return isCut ? { widgets, cutFrom: list.length } : { widgets };
}

function readWidget(entry: unknown): Widget | undefined {
  if (!isRecord(entry)) return undefined;
  const { apiUrl } = entry;
  if (typeof apiUrl !== 'string' || apiUrl === '' || apiUrl.length > ADDRESS_LIMIT) return undefined;
  const id = readText(entry, ['id']) ?? '';
  const title = readText(entry, ['title', 'type']) ?? '';
  const type = readText(entry, ['type']) ?? '';
  return {
    id: id.slice(0, ID_LIMIT),
    type: type.slice(0, ID_LIMIT),
    title: title.slice(0, TITLE_LIMIT),
    apiUrl,
  };
}

export type ChannelReading = Readonly<{
  id: string;
  title: string;
  description?: string;
  url?: string;
  lists: ChannelList[];
}>;

type ChannelList = Readonly<{
  id: string;
  title: string;
  /** Absent: they are at `/lists/{id}/items`. */
  items?: ListEntry[];
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
