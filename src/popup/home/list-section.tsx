import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import { NextRows } from './next-rows';
import { Shelf } from './shelf';
import { usePages, type Pages, type Source } from './use-pages';

interface ListSectionProps {
  readonly title: string;
  readonly source: Source;
  readonly level?: 2 | 3;
  /** One row for each entry, with what is left of it. */
  readonly asRows?: boolean;
  /** Nothing is shown where the tracker has none. */
  readonly optional?: boolean;
  readonly onChannel?: (id: string) => void;
}

/** A list of the tracker under its title; it loads and fails on its own. */
export function ListSection({
  title,
  source,
  level = 2,
  asRows = false,
  optional = false,
  onChannel,
}: ListSectionProps): JSX.Element | null {
  const { items, hasMore, error, more } = usePages(source);
  const Heading = level === 2 ? 'h2' : 'h3';
  if (optional && !items?.length) return null;
  return (
    <section class="stack tight" aria-label={title}>
      <Heading class="clamp one" dir="auto">
        {title}
      </Heading>
      <Entries
        title={title}
        items={items}
        asRows={asRows}
        failed={error !== undefined}
        onChannel={onChannel}
      />
      <Problem message={error} onRetry={more} />
      {hasMore && error === undefined && (
        <button type="button" class="link small" onClick={more}>
          {text('home_more')}
          <span class="hidden"> {title}</span>
        </button>
      )}
    </section>
  );
}

function Entries({
  title,
  items,
  asRows,
  failed,
  onChannel,
}: Pick<Pages, 'items'> & {
  readonly title: string;
  readonly asRows: boolean;
  readonly failed: boolean;
  readonly onChannel: ((id: string) => void) | undefined;
}): JSX.Element | null {
  if (items === undefined) return failed ? null : <Loading class="small muted loading" />;
  if (items === null) return <p class="small muted">{text('home_not_understood')}</p>;
  if (asRows) return <NextRows label={title} items={items} />;
  return <Shelf label={title} items={items} onChannel={onChannel} />;
}
