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
const MOST = 12;

/**
 * The answer of `GET /dashboard`, with or without its envelope, whatever a tracker makes of it. `undefined`: no list of
 * widgets can be found in it, which is a fault and not an empty dashboard.
 * Each widget's address stays as it came: the worker decides which ones it asks.
 */
export function readDashboard(answer: unknown): WidgetReading | undefined {
  const list = listIn(unwrap(answer), ['widgets', 'items']);
  if (list === undefined) return undefined;
  const widgets: Widget[] = [];
  for (const entry of list.slice(0, 1000)) {
    const widget = readWidget(entry, widgets.length);
    if (widget !== undefined) widgets.push(widget);
    if (widgets.length === MOST) break;
  }
  return widgets.length === MOST && list.length > MOST ? { widgets, cutFrom: list.length } : { widgets };
}

/** What the success envelope holds, or the value itself where a worker or tracker has opened it already. */
export function unwrap(answer: unknown): unknown {
  return isRecord(answer) && 'data' in answer && ('success' in answer || Object.keys(answer).length === 1) ? answer['data'] : answer;
}

function readWidget(entry: unknown, index: number): Widget | undefined {
  if (!isRecord(entry)) return undefined;
  const apiUrl = entry['apiUrl'];
  if (typeof apiUrl !== 'string' || apiUrl === '' || apiUrl.length > 2000) return undefined;
  const id = typeof entry['id'] === 'string' || typeof entry['id'] === 'number' ? String(entry['id']) : '';
  const title = shortText(entry['title']) ?? shortText(entry['type']) ?? '';
  return { id: `${index} ${id.slice(0, 100)}`, title, apiUrl };
}

function listIn(value: unknown, names: readonly string[]): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isRecord(value)) return undefined;
  for (const name of names) {
    const found: unknown = value[name];
    if (Array.isArray(found)) return found as unknown[];
  }
  return undefined;
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.slice(0, 500).replace(/\p{Cc}+/gu, ' ').trim().slice(0, 120);
  return clean === '' ? undefined : clean;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
