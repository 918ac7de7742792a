import type { JSX } from 'preact';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { showTab } from '../../platform/browser/tabs';
import { clock, relative } from '../../ui/text/format';
import { Icon } from '../../ui/components/icon';
import { displayName } from '../../ui/text/naming';
import { PositionBar } from '../../ui/components/position-bar';
import { Poster } from '../../ui/components/poster';
import { webAddress } from '../../ui/text/web-address';
import type { NowProps } from './now-props';
import { StatusLine } from './status-line';

/** The ticket: what plays on its upper part; below the perforation what becomes of it. */
export function TicketCard({ view, ...rest }: NowProps): JSX.Element {
  const { item, media, playback } = view;
  const name = displayName(item) ?? displayName(media);
  const title = name?.title ?? text('now_no_title');
  const site = view.siteName ?? view.host;
  return (
    <article class="ticket">
      <div class="ticket-main">
        <Poster url={media?.posterUrl} title={name?.title ?? ''} />
        <div class="stack tight grow">
          <h2 class="clamp" dir="auto">
            {title}
          </h2>
          {name?.detail !== undefined && (
            <p class="clamp one" dir="auto">
              {name.detail}
            </p>
          )}
          <p class="small muted row place">
            {playback !== undefined && (
              <>
                <Icon name={playback.state === 'playing' ? 'play' : 'pause'} size={14} />
                <span>{text(`now_${playback.state}`)}</span>
              </>
            )}
            {site !== undefined && (
              <button type="button" class="link" onClick={() => void showTab(view.tabId)}>
                <bdi>{site}</bdi>
                <span class="hidden"> – {text('now_show_tab')}</span>
              </button>
            )}
            {view.degraded === true && (
              <span class="tag wait" title={text('now_degraded_hint')}>
                {text('now_degraded')}
              </span>
            )}
            {view.private === true && <span class="tag">{text('now_private')}</span>}
          </p>
        </div>
        {playback !== undefined && <PositionBar playback={playback} />}
      </div>
      <div class="ticket-stub stack">
        <StatusLine view={view} {...rest} />
        <Matched view={view} onSearch={rest.onSearch} />
        {view.sent !== undefined && (
          <p class="small muted">
            {text('now_sent', clock(view.sent.position), relative(view.sent.at, Date.now()))}
          </p>
        )}
      </div>
    </article>
  );
}

function Matched({
  view: { media, confidence, status },
  onSearch,
}: {
  readonly view: TabView;
  readonly onSearch: () => void;
}): JSX.Element | null {
  const name = displayName(media);
  // Without a match the status itself offers the search.
  if (media === undefined) return null;
  const page = webAddress(media.url);
  const words = [name?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0), name?.detail]
    .filter(Boolean)
    .join(' · ');
  return (
    <div class="small matched">
      <p class="clamp grow">
        <span class="muted">{text('now_matched')}</span>{' '}
        {page === undefined ? (
          <bdi>{words}</bdi>
        ) : (
          <a href={page} target="_blank" rel="noreferrer">
            <bdi>{words}</bdi>
          </a>
        )}{' '}
        {confidence !== undefined && confidence < 0.9 && (
          <span class="muted">({text('now_confidence', Math.round(confidence * 100))})</span>
        )}
      </p>
      {status.kind !== 'unmatched' && (
        <button type="button" class="link" onClick={onSearch}>
          {text('now_not_this')}
        </button>
      )}
    </div>
  );
}
