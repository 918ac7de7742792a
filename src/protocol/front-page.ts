import { readAddress, readArray, readNumber, readPoster, readText } from './answer-fields';
import type { Channel, ListItem } from './tracker';
import { isRecord } from '../core/values/is-record';
import { defined } from '../core/values/defined';

/**
 * The tolerant reading of the tracker's front page: the dashboard, what stands behind its widgets, channels. The view that
 * shows them reads them; the worker only fetches.
 */

/** One section of the tracker's dashboard, as far as it can be shown. */
export interface Widget {
  readonly id: string;
  readonly title: string;
  readonly apiUrl: string;
}

export interface WidgetReading {
  readonly widgets: readonly Widget[];
  /** How many the tracker sent, when that is more than is shown. */
  readonly cutFrom?: number;
}

/** More than a person scrolls through in a popup; a tracker that sends thousands must not freeze it. */
const mostWidgets = 12;
const mostItems = 100;

/**
 * The answer of `GET /dashboard`, with or without its envelope, whatever a tracker makes of it. `undefined`: no list of
 * widgets can be found in it, which is a fault and not an empty dashboard.
 * Each widget's address stays as it came: the worker decides which ones it asks.
 */
export function readDashboard(answer: unknown): WidgetReading | undefined {
  const list = readArray(unwrap(answer), ['widgets', 'items']);
  if (list === undefined) return undefined;
  const widgets: Widget[] = [];
  for (const entry of list.slice(0, 1000)) {
    const widget = readWidget(entry, widgets.length);
    if (widget !== undefined) widgets.push(widget);
    if (widgets.length === mostWidgets) break;
  }
  return widgets.length === mostWidgets && list.length > mostWidgets
    ? { widgets, cutFrom: list.length }
    : { widgets };
}

/** What the success envelope holds, or the value itself where a worker or tracker has opened it already. */
export function unwrap(answer: unknown): unknown {
  return isRecord(answer) && 'data' in answer && ('success' in answer || Object.keys(answer).length === 1)
    ? answer['data']
    : answer;
}

/** `data` of a widget: a list, or an object with a list under a usual name. `undefined`: neither. */
export function readListItems(data: unknown): ListItem[] | undefined {
  const list = readArray(data, ['items', 'results', 'entries']);
  return list?.slice(0, mostItems).flatMap((entry) => readListItem(entry) ?? []);
}

/** `data` of `/channels/{id}`. `undefined`: without a name there is nothing to show. */
export function readChannel(data: unknown, asked: string): Channel | undefined {
  if (!isRecord(data)) return undefined;
  const details = isRecord(data['channel']) ? data['channel'] : data;
  const title = readText(details, ['title', 'name']);
  if (title === undefined) return undefined;
  const lists = [data['lists'], details['lists']].find((value) => Array.isArray(value)) ?? [];
  return defined({
    id: readText(details, ['id']) ?? asked,
    title,
    description: readText(details, ['description', 'overview']),
    url: readAddress(details, ['url', 'link']),
    lists: (lists as unknown[]).slice(0, mostItems).flatMap((list, index) => readList(list, index) ?? []),
  });
}

function readWidget(entry: unknown, index: number): Widget | undefined {
  if (!isRecord(entry)) return undefined;
  const apiUrl = entry['apiUrl'];
  if (typeof apiUrl !== 'string' || apiUrl === '' || apiUrl.length > 2000) return undefined;
  const id = readText(entry, ['id']) ?? '';
  const title = readText(entry, ['title', 'type']) ?? '';
  return { id: `${index} ${id.slice(0, 100)}`, title: title.slice(0, 120), apiUrl };
}

function readList(list: unknown, index: number): Channel['lists'][number] | undefined {
  if (!isRecord(list)) return undefined;
  const title = readText(list, ['title', 'name']);
  if (title === undefined) return undefined;
  return { id: readText(list, ['id']) ?? String(index), title, items: readListItems(list) ?? [] };
}

function readListItem(entry: unknown): ListItem | undefined {
  if (!isRecord(entry)) return undefined;
  const title = readText(entry, ['title', 'name', 'seriesTitle']);
  if (title === undefined) return undefined;
  const type = entry['type'];
  const progress = entry['progress'];
  return defined({
    type: type === 'movie' || type === 'episode' || type === 'show' || type === 'channel' ? type : 'movie',
    title,
    subtitle: readText(entry, ['subtitle', 'episodeTitle']),
    tmdbId: readNumber(entry, ['tmdbId', 'tmdb_id', 'tmdb'], 1),
    channelId: readText(entry, ['channelId', 'channel_id']),
    posterUrl: readPoster(entry),
    url: readAddress(entry, ['url', 'link']),
    progress: typeof progress === 'number' && progress >= 0 && progress <= 1 ? progress : undefined,
    watchedAt: readText(entry, ['watchedAt', 'watched_at']),
  });
}
