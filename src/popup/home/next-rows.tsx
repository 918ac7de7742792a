import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { ListItem } from '../../protocol/tracker/list-item';
import { Poster } from '../../ui/components/poster';
import { WebLink } from '../../ui/components/web-link';
import { percent } from '../../ui/text/format';
import { joinParts } from '../../ui/text/join-parts';
import { truncate } from '../../ui/text/naming';
import { useLastSites, type LastSite } from './use-last-sites';

/** Rows that are shown. */
const MAX_ROWS = 12;

/** What to watch next, each with the site on which its film or series was watched last. */
export function NextRows({
  label,
  items,
}: {
  readonly label: string;
  readonly items: readonly ListItem[];
}): JSX.Element {
  const siteOf = useLastSites();
  if (items.length === 0) return <p class="small muted">{text('common_nothing_here')}</p>;
  return (
    <ul class="stack tight next-rows" aria-label={label}>
      {items.slice(0, MAX_ROWS).map((item, index) => (
        <li key={index} class="row start">
          <Poster url={item.posterUrl} title={item.title} />
          <NextRow item={item} site={siteOf(item.tmdbId)} />
        </li>
      ))}
    </ul>
  );
}

function NextRow({
  item: { title, subtitle, url, progress },
  site,
}: {
  readonly item: ListItem;
  readonly site: LastSite | undefined;
}): JSX.Element {
  return (
    <div class="stack tight grow">
      <strong class="clamp two" dir="auto">
        <WebLink url={url}>{truncate(title)}</WebLink>
      </strong>
      <span class="small muted clamp two" dir="auto">
        {joinParts(subtitle && truncate(subtitle), progress && percent(progress))}
      </span>
      {site?.homepage !== undefined && (
        <span class="small">
          <WebLink url={site.homepage}>{text('home_open_site', site.name)}</WebLink>
        </span>
      )}
    </div>
  );
}
