import type { ComponentChildren, JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { ListEntry } from '../../protocol/tracker/read-list-items';
import { Poster } from '../../ui/components/poster';
import { joinParts, episodeCode, truncate } from '../../ui/text/naming';
import { webAddress } from '../../ui/text/web-address';

/** Items of a list that are shown. */
const MAX_ITEMS = 200;

type ShelfProps = Readonly<{
  label: string;
  items: ListEntry[];
  /** Opens a channel; without it, channels are not buttons. */
  onChannel?: ((id: string) => void) | undefined;
}>;

/** A row of posters that scrolls sideways. */
export function Shelf({ label, items, onChannel }: ShelfProps): JSX.Element {
  if (items.length === 0) return <p class="small muted">{text('common_nothing_here')}</p>;
  return (
    <ul class="shelf" aria-label={label} tabIndex={0}>
      {items.slice(0, MAX_ITEMS).map((item, index) => (
        <li key={index}>
          <EntryFrame item={item} onChannel={onChannel}>
            <EntryContent item={item} />
          </EntryFrame>
        </li>
      ))}
    </ul>
  );
}

/** What a click on an entry does: open its channel, open its page, or nothing. */
function EntryFrame({
  item: { channelId, url },
  onChannel,
  children,
}: Pick<ShelfProps, 'onChannel'> &
  Readonly<{
    item: ListEntry;
    children: ComponentChildren;
  }>): JSX.Element {
  if (channelId !== undefined && onChannel !== undefined)
    return (
      <button type="button" class="entry" onClick={() => onChannel(channelId)}>
        {children}
      </button>
    );
  const page = webAddress(url);
  if (page === undefined) return <span class="entry">{children}</span>;
  return (
    <a class="entry" href={page} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function EntryContent({ item }: Readonly<{ item: ListEntry }>): JSX.Element {
  const line = joinParts(episodeCode(item), item.subtitle && truncate(item.subtitle));
  return (
    <>
      <span class="poster-box">
        <Poster url={item.posterUrl} title={item.title} />
        {item.progress !== undefined && (
          <span class="seen">
            <span style={{ inlineSize: `${item.progress * 100}%` }} />
          </span>
        )}
      </span>
      <span class="clamp two" dir="auto">
        {truncate(item.title)}
      </span>
      {line !== '' && (
        <span class="muted clamp one" dir="auto">
          {line}
        </span>
      )}
    </>
  );
}
