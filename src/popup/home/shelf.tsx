import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { ListItem } from '../../protocol/tracker/list-item';
import { truncate } from '../../ui/text/naming';
import { Poster } from '../../ui/components/poster';
import { webAddress } from '../../ui/text/web-address';

/** A row of posters that scrolls sideways. */
export function Shelf({
  label,
  items,
  onChannel,
}: {
  readonly label: string;
  readonly items: readonly ListItem[];
  readonly onChannel?: (id: string) => void;
}): JSX.Element {
  if (items.length === 0) return <p class="small muted">{text('common_nothing_here')}</p>;
  return (
    <ul class="shelf" aria-label={label} tabIndex={0}>
      {items.slice(0, 30).map((item, index) => (
        <li key={index}>
          <Entry item={item} {...(onChannel === undefined ? {} : { onChannel })} />
        </li>
      ))}
    </ul>
  );
}

function Entry({
  item,
  onChannel,
}: {
  readonly item: ListItem;
  readonly onChannel?: (id: string) => void;
}): JSX.Element {
  const inside = (
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
      {item.subtitle !== undefined && (
        <span class="muted clamp one" dir="auto">
          {truncate(item.subtitle)}
        </span>
      )}
    </>
  );
  const { channelId } = item;
  if (channelId !== undefined && onChannel !== undefined)
    return (
      <button type="button" class="entry" onClick={() => onChannel(channelId)}>
        {inside}
      </button>
    );
  const page = webAddress(item.url);
  return page === undefined ? (
    <span class="entry">{inside}</span>
  ) : (
    <a class="entry" href={page} target="_blank" rel="noreferrer">
      {inside}
    </a>
  );
}
