import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import { NextRows } from './next-rows';
import { Shelf } from './shelf';
import { usePages, type Source } from './use-pages';

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
  asRows,
  optional,
  onChannel,
}: ListSectionProps): JSX.Element | null {
  const { items, isLoading, hasMore, error, more } = usePages(source);
  const Heading = `h${level}` as const;
  const List = asRows ? NextRows : Shelf;
  if (optional && !items?.length) return null;
  return (
    <section class="stack tight" aria-label={title}>
      <Heading class="clamp one" dir="auto">
        {title}
      </Heading>
      {isLoading && <Loading class="small muted loading" />}
      {items === null && <p class="small muted">{text('home_not_understood')}</p>}
      {items && <List label={title} items={items} onChannel={onChannel} />}
      <Problem message={error} onRetry={more} />
      {hasMore && (
        <button type="button" class="link small" onClick={more}>
          {text('home_more')}
          <span class="hidden"> {title}</span>
        </button>
      )}
    </section>
  );
}
