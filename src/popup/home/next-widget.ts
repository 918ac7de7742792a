import type { Widget } from '../../protocol/tracker/read-dashboard';

/** The widget of our service with what to watch next; its list begins with what was not finished. */
const UP_NEXT = 'up-next';

/** Types of widgets with what to go on with. */
const ROWS: ReadonlySet<string> = new Set([
  'up_next',
  'continue_watching',
  'active_movie_scrobbles',
  'active_tv_scrobbles',
]);

/** Whether each entry is a row, with what is left of it. */
export function isOfRows({ type, id }: Widget): boolean {
  return ROWS.has(type) || id === UP_NEXT;
}

export function isOfSessions({ type, id }: Widget): boolean {
  return id === UP_NEXT || (ROWS.has(type) && type !== 'up_next');
}

/** What to watch next, of whichever tracker. */
export function nextWidget(widgets: readonly Widget[]): Widget | undefined {
  return widgets.find(({ id, type }) => id === UP_NEXT || type === 'up_next') ?? widgets.find(isOfRows);
}
