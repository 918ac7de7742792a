import type { JSX, ComponentChildren } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { ListEntry } from '../../protocol/tracker/read-list-items';
import { Poster } from '../../ui/components/poster';
import { WebLink, webAddress } from '../../ui/components/web-link';
import { clock, percent, runningTime } from '../../ui/text/format';
import { joinParts, episodeCode, truncate } from '../../ui/text/naming';
import { useLastSites, type LastPlace } from './use-pages';

/** Rows that are shown. */
const MAX_ROWS = 12;

/** What to watch next, each with the site on which its film or series was watched last. */
export function NextRows({
  label,
  items,
}: Readonly<{
  label: string;
  items: ListEntry[];
}>): JSX.Element {
  const { placeOf, isKnown } = useLastSites();
  if (items.length === 0) return <p class="small muted">{text('common_nothing_here')}</p>;
  return (
    <ul class="stack tight next-rows" aria-label={label} aria-busy={!isKnown}>
      {items.slice(0, MAX_ROWS).map((item, index) => (
        <li key={index} class="row start">
          <Poster url={item.posterUrl} title={item.title} />
          <NextRow item={item} place={placeOf(item)} isKnown={isKnown} />
        </li>
      ))}
    </ul>
  );
}

function NextRow({
  item,
  place,
  isKnown,
}: Readonly<{
  item: ListEntry;
  place: LastPlace | undefined;
  isKnown: boolean;
}>): JSX.Element {
  const { title, subtitle, url } = item;
  const code = episodeCode(item);
  return (
    <div class="stack tight grow">
      <strong class="clamp two" dir="auto">
        <WebLink url={url}>{truncate(title)}</WebLink>
      </strong>
      <span class="small muted clamp two">
        {joinParts(
          // Some trackers write it before the name of the episode.
          code !== undefined && subtitle?.startsWith(code) ? undefined : code,
          subtitle && truncate(subtitle),
          isKnown ? restText(place?.left, item) : undefined,
        )}
      </span>
      {place !== undefined && <PlaceLink place={place} />}
    </div>
  );
}

/**
 * The tracker's last position on any device; else the remaining time in this browser, or the share that was
 * played.
 */
function restText(left: number | undefined, { position, progress }: ListEntry): string | undefined {
  if (position !== undefined) return text('home_continue_at', clock(position));
  if (left !== undefined) return text('home_left', runningTime(left));
  return progress === undefined ? undefined : percent(progress);
}

function PlaceLink({ place: { name, homepage, page } }: Readonly<{ place: LastPlace }>): JSX.Element | null {
  const address = page ?? homepage;
  if (address === undefined) return null;
  return (
    <span class="small">
      <WebLink url={address}>{text(page === undefined ? 'home_open_site' : 'home_continue', name)}</WebLink>
    </span>
  );
}

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
