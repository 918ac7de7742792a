import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { Widget } from '../../protocol/tracker/read-dashboard';
import { readListItems } from '../../protocol/tracker/read-list-items';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import { useAnswer } from '../../ui/hooks/use-answer';
import { NextRows } from './next-rows';
import { Shelf } from './shelf';

/** The widget of the service with what to watch next. */
const UP_NEXT = 'up-next';

/** One widget of the dashboard; it loads and fails on its own. */
export function WidgetSection({
  widget,
  onChannel,
}: {
  readonly widget: Widget;
  readonly onChannel: (id: string) => void;
}): JSX.Element {
  const { value, error, again } = useAnswer('tracker.widget', { apiUrl: widget.apiUrl });
  const items = value === undefined ? undefined : readListItems(unwrapData(value));
  const title = widget.title === '' ? text('home_unnamed') : widget.title;
  return (
    <section class="stack tight" aria-label={title}>
      <h2 class="clamp one" dir="auto">
        {title}
      </h2>
      <Problem message={error} onRetry={again} />
      {error === undefined && value === undefined && <Loading class="small muted loading" />}
      {value !== undefined && items === undefined && <p class="small muted">{text('home_not_understood')}</p>}
      {items !== undefined &&
        (widget.id === UP_NEXT ? (
          <NextRows label={title} items={items} />
        ) : (
          <Shelf label={title} items={items} onChannel={onChannel} />
        ))}
    </section>
  );
}
