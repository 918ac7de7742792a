import type { ComponentChildren, JSX } from 'preact';
import type { TabView } from '../../core/status/status';
import { text } from '../../platform/browser/i18n';
import { showTab } from '../../platform/browser/tabs';
import { Icon } from '../../ui/components/icon';
import { Poster } from '../../ui/components/poster';
import type { ToastContent } from '../../ui/components/toast';
import { relative, runningTime, clock } from '../../ui/text/format';
import { displayName, joinParts } from '../../ui/text/naming';
import { type NowProps, StatusLine } from './status-line';
import { viewingOf } from '../../ui/history/viewing-of';
import type { Media } from '../../core/media/media';
import { WebLink } from '../../ui/components/web-link';
import { useEffect, useState } from 'preact/hooks';
import type { Playback } from '../../core/session/observation';

/** Below this confidence (0 to 1) the popup asks. */
const SURE = 0.9;

/** What plays in the tab and, below the perforation, its status, match and last update. */
export function TicketCard({
  view,
  children,
  onToast,
  ...rest
}: NowProps &
  Readonly<{
    children?: ComponentChildren;
    onToast: (toast: ToastContent) => void;
  }>): JSX.Element {
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
        <MatchLine view={view} action={rest.action} onSearch={rest.onSearch} onToast={onToast} />
        <LastSent view={view} />
        {children}
      </div>
    </article>
  );
}

/** The last update that the tracker accepted; what is in the history says when it was added. */
function LastSent({ view }: Readonly<{ view: TabView }>): JSX.Element | null {
  const { sent } = view;
  if (sent === undefined || viewingOf(view) !== undefined) return null;
  return <p class="small muted">{text('now_sent', relative(sent.at, Date.now()))}</p>;
}

/** State of the player, site, and what is special about this tab. */
function PlaceLine({ view }: Readonly<{ view: TabView }>): JSX.Element {
  return (
    <p class="small muted row place">
      {view.playback !== undefined && <PlayerState state={view.playback.state} />}
      <SiteLink view={view} />
      <Left view={view} />
      {view.degraded === true && (
        <span class="tag wait" title={text('now_degraded_hint')}>
          {text('sites_degraded')}
        </span>
      )}
      {view.private === true && <span class="tag">{text('now_private')}</span>}
    </p>
  );
}

/** Minutes that are left; nothing where the player does not say how long it is. */
function Left({ view: { playback } }: Readonly<{ view: TabView }>): JSX.Element | null {
  const { position = 0, duration = 0 } = playback ?? {};
  if (!Number.isFinite(duration) || duration - position < 60) return null;
  return <span>{text('home_left', runningTime(duration - position))}</span>;
}

function PlayerState({ state }: Pick<NonNullable<TabView['playback']>, 'state'>): JSX.Element {
  return (
    <>
      <Icon name={state === 'playing' ? 'play' : 'pause'} size={14} />
      <span>{text(`now_${state}`)}</span>
    </>
  );
}

function SiteLink({ view: { siteName, host, tabId } }: Readonly<{ view: TabView }>): JSX.Element | null {
  const site = siteName ?? host;
  if (site === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => void showTab(tabId)}>
      <bdi>{site}</bdi>
      <span class="hidden"> – {text('now_show_tab')}</span>
    </button>
  );
}

interface MatchLineProps extends Pick<NowProps, 'action' | 'onSearch'> {
  readonly view: TabView;
  readonly onToast: (toast: ToastContent) => void;
}

/**
 * The media that the item was matched to, named in the language of the person, with the search for another
 * one; where it is doubtful, the question whether it is right. Without media the status has the search.
 */
function MatchLine({ view, action, onSearch, onToast }: MatchLineProps): JSX.Element | null {
  const { media, confidence = 1, status } = view;
  if (media === undefined) return null;
  const asks = confidence < SURE && status.kind !== 'unmatched' && status.kind !== 'watched';
  const confirm = async () => {
    const job = async () => (await import('../environment/confirm-site')).confirmMatch(view, media);
    if (!action.busy && (await action.run(job))) onToast({ message: text('now_confirmed') });
  };
  return (
    <div class="small matched">
      <p class="clamp grow">
        <span class="muted">{text('now_matched')}</span> <WebLink url={media.url}>{mediaText(media)}</WebLink>
      </p>
      {asks && (
        <p class="row question">
          <span class="grow">{text('now_is_right')}</span>
          <button type="button" class="button small" onClick={() => void confirm()}>
            {text('common_yes')}
          </button>
          <button type="button" class="button small" onClick={onSearch}>
            {text('common_no')}
          </button>
        </p>
      )}
      {!asks && status.kind !== 'unmatched' && (
        <button type="button" class="link" onClick={onSearch}>
          {text('now_not_this')}
        </button>
      )}
    </div>
  );
}

function mediaText(media: Media): string {
  const name = displayName(media);
  return joinParts(name?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0), name?.detail);
}

/** The position in the film, counting on while it plays, with a mark at the watched threshold. */
function PositionBar({ playback }: Readonly<{ playback: Playback }>): JSX.Element {
  const position = usePosition(playback);
  const known = Number.isFinite(playback.duration) && playback.duration > 0;
  const percent = known ? Math.min(100, (position / playback.duration) * 100) : 0;
  const label = known ? text('now_position_of', clock(position), clock(playback.duration)) : clock(position);
  return (
    <div class={playback.state === 'playing' ? 'position running' : 'position'}>
      <div
        class="track"
        role="progressbar"
        aria-label={text('now_position')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={label}
      >
        <div class="fill" style={{ inlineSize: `${percent}%` }} />
        <div class="mark" title={text('now_threshold')} />
      </div>
      <div class="times" aria-hidden="true">
        <span>{clock(position)}</span>
        <span>{known ? clock(playback.duration) : ''}</span>
      </div>
    </div>
  );
}

/**
 * The position now, in seconds, extrapolated from the last known one; constant while the player does not
 * play.
 */
function usePosition({ state, position, duration, rate, at }: Playback): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (state !== 'playing') return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [state, at]);
  if (state !== 'playing') return position;
  const current = position + (Math.max(0, now - at) / 1000) * rate;
  return duration > 0 ? Math.min(current, duration) : current;
}
