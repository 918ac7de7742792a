import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { refusalText } from '../../ui/text/error-text';
import { clock, relative } from '../../ui/text/format';
import { displayName } from '../../ui/text/naming';
import { Poster } from '../../ui/components/poster';
import { webAddress } from '../../ui/text/web-address';

/** One update that has not arrived, with what a person can do about it. Dropping loses something, so it asks once. */
export function LaterEntry({
  entry,
  siteName,
  onAccept,
  onRetry,
  onDrop,
  onRemap,
}: {
  readonly entry: OutboxView;
  readonly siteName: string;
  readonly onAccept: () => void;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
  readonly onRemap: () => void;
}): JSX.Element {
  const [dropping, setDropping] = useState(false);
  const { item, media, state } = entry;
  const name = displayName(item) ?? displayName(media);
  const title = name?.title ?? text('now_no_title');
  const guess = displayName(media);
  const page = webAddress(media?.url);
  const guessed = [guess?.title, guess?.detail].filter(Boolean).join(' · ');
  return (
    <li class="card later-entry">
      <div class="row start">
        <Poster url={media?.posterUrl} title={title} />
        <div class="stack tight grow">
          <h4 class="clamp" dir="auto">
            {title}
          </h4>
          {name?.detail !== undefined && (
            <p class="small clamp one" dir="auto">
              {name.detail}
            </p>
          )}
          <p class="small muted">
            <bdi>{siteName}</bdi> · {text('now_position_of', clock(entry.position), clock(entry.duration))} ·{' '}
            {relative(entry.at, Date.now())}
          </p>
          {state === 'review' && media !== undefined && (
            <p class="small">
              {text('later_guess')}{' '}
              {page === undefined ? (
                <bdi>{guessed}</bdi>
              ) : (
                <a href={page} target="_blank" rel="noreferrer">
                  <bdi>{guessed}</bdi>
                </a>
              )}
              {entry.confidence === undefined
                ? ''
                : ` (${text('now_confidence', Math.round(entry.confidence * 100))})`}
            </p>
          )}
          {entry.error !== undefined && (
            <p class="small bad-text clamp" dir="auto">
              {refusalText(entry.error)}
            </p>
          )}
          {entry.retryAt !== undefined && (
            <p class="small muted">{text('now_next_try', relative(entry.retryAt, Date.now()))}</p>
          )}
        </div>
      </div>
      {dropping ? (
        <div class="row" role="group" aria-label={text('later_drop_sure')}>
          <span class="grow small">{text('later_drop_sure')}</span>
          <button
            type="button"
            class="button small danger"
            ref={(button) => button?.focus()}
            onClick={onDrop}
          >
            {text('later_drop')}
            <Of title={title} />
          </button>
          <button type="button" class="button small" onClick={() => setDropping(false)}>
            {text('common_keep')}
          </button>
        </div>
      ) : (
        <div class="row">
          {state === 'review' && media !== undefined && (
            <button type="button" class="button small main" onClick={onAccept}>
              {text('later_accept')}
              <Of title={title} />
            </button>
          )}
          {(state === 'review' || state === 'unmatched' || state === 'parked') && (
            <button type="button" class="button small" onClick={onRemap}>
              {text(state === 'unmatched' ? 'repair_search' : 'now_not_this')}
              <Of title={title} />
            </button>
          )}
          {(state === 'parked' || state === 'waiting') && (
            <button type="button" class="button small" onClick={onRetry}>
              {text('repair_retry')}
              <Of title={title} />
            </button>
          )}
          {state !== 'sending' && (
            <button type="button" class="button small" onClick={() => setDropping(true)}>
              {text('later_drop')}
              <Of title={title} />
            </button>
          )}
        </div>
      )}
    </li>
  );
}

/** Twenty buttons "Drop" sound alike without their title. */
function Of({ title }: { readonly title: string }): JSX.Element {
  return <span class="hidden"> {title}</span>;
}
