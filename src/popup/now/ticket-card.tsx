import type { ComponentChildren, JSX } from 'preact';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { showTab } from '../../platform/browser/tabs';
import { Icon } from '../../ui/components/icon';
import { PositionBar } from '../../ui/components/position-bar';
import { Poster } from '../../ui/components/poster';
import { clock, relative } from '../../ui/text/format';
import { displayName } from '../../ui/text/naming';
import { MatchLine } from './match-line';
import type { NowProps } from './now-props';
import { StatusLine } from './status-line';
import { viewingOf } from '../../ui/history/viewing-of';

/** What plays in the tab and, below the perforation, its status, match and last update. */
export function TicketCard({
  view,
  children,
  ...rest
}: NowProps & { readonly children?: ComponentChildren }): JSX.Element {
  const { item, media, playback } = view;
  const name = displayName(item) ?? displayName(media);
  return (
    <article class="ticket">
      <div class="ticket-main">
        <Poster url={media?.posterUrl} title={name?.title ?? ''} />
        <div class="stack tight grow">
          <h2 class="clamp" dir="auto">
            {name?.title ?? text('now_no_title')}
          </h2>
          {name?.detail && <p class="clamp one">{name.detail}</p>}
          <PlaceLine view={view} />
        </div>
        {playback !== undefined && <PositionBar playback={playback} />}
      </div>
      <div class="ticket-stub stack">
        <StatusLine view={view} {...rest} />
        <MatchLine view={view} onSearch={rest.onSearch} />
        <LastSent view={view} />
        {children}
      </div>
    </article>
  );
}

/** The last update that the tracker accepted; what is in the history says when it was added. */
function LastSent({ view }: { readonly view: TabView }): JSX.Element | null {
  const { sent } = view;
  if (sent === undefined || viewingOf(view) !== undefined) return null;
  return <p class="small muted">{text('now_sent', clock(sent.position), relative(sent.at, Date.now()))}</p>;
}

/** State of the player, site, and what is special about this tab. */
function PlaceLine({ view }: { readonly view: TabView }): JSX.Element {
  return (
    <p class="small muted row place">
      {view.playback !== undefined && <PlayerState state={view.playback.state} />}
      <SiteLink view={view} />
      {view.degraded === true && (
        <span class="tag wait" title={text('now_degraded_hint')}>
          {text('now_degraded')}
        </span>
      )}
      {view.private === true && <span class="tag">{text('now_private')}</span>}
    </p>
  );
}

function PlayerState({ state }: Pick<NonNullable<TabView['playback']>, 'state'>): JSX.Element {
  return (
    <>
      <Icon name={state === 'playing' ? 'play' : 'pause'} size={14} />
      <span>{text(`now_${state}`)}</span>
    </>
  );
}

function SiteLink({ view: { siteName, host, tabId } }: { readonly view: TabView }): JSX.Element | null {
  const site = siteName ?? host;
  if (site === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => void showTab(tabId)}>
      <bdi>{site}</bdi>
      <span class="hidden"> – {text('now_show_tab')}</span>
    </button>
  );
}
