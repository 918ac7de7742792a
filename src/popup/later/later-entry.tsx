import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { Poster } from '../../ui/components/poster';
import { WebLink } from '../../ui/components/web-link';
import { refusalText } from '../../ui/text/error-text';
import { clock, relative } from '../../ui/text/format';
import { joinParts } from '../../ui/text/join-parts';
import { displayName, type Naming } from '../../ui/text/naming';

interface EntryActions {
  readonly onAccept: () => void;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
  /** Opens the search for the right title. */
  readonly onRemap: () => void;
}

interface LaterEntryProps extends EntryActions {
  readonly entry: OutboxView;
  readonly siteName: string;
}

/** One update that was not accepted yet, and what can be done about it. Dropping it asks for confirmation. */
export function LaterEntry({ entry, siteName, onDrop, ...actions }: LaterEntryProps): JSX.Element {
  const [dropping, setDropping] = useState(false);
  const { item, media, state } = entry;
  const name = displayName(item) ?? displayName(media);
  const title = name?.title ?? text('now_no_title');
  return (
    <li class="card later-entry">
      <div class="row start">
        <Poster url={media?.posterUrl} title={title} />
        <EntryText entry={entry} siteName={siteName} title={title} detail={name?.detail} />
      </div>
      {dropping ? (
        <DropQuestion title={title} onDrop={onDrop} onKeep={() => setDropping(false)} />
      ) : (
        <EntryButtons
          state={state}
          guessed={media !== undefined}
          title={title}
          onDrop={() => setDropping(true)}
          {...actions}
        />
      )}
    </li>
  );
}

function EntryText({
  entry,
  siteName,
  title,
  detail,
}: Pick<LaterEntryProps, 'entry' | 'siteName'> & Naming): JSX.Element {
  const position = text('now_position_of', clock(entry.position), clock(entry.duration));
  return (
    <div class="stack tight grow">
      <h4 class="clamp" dir="auto">
        {title}
      </h4>
      {detail !== undefined && (
        <p class="small clamp one" dir="auto">
          {detail}
        </p>
      )}
      <p class="small muted">
        <bdi>{siteName}</bdi> · {position} · {relative(entry.at, Date.now())}
      </p>
      <Guess entry={entry} />
      {entry.error !== undefined && (
        <p class="small bad-text clamp" dir="auto">
          {refusalText(entry.error)}
        </p>
      )}
      {entry.retryAt !== undefined && (
        <p class="small muted">{text('now_next_try', relative(entry.retryAt, Date.now()))}</p>
      )}
    </div>
  );
}

/** The uncertain match of an entry that waits for review. */
function Guess({ entry: { state, media, confidence } }: Pick<LaterEntryProps, 'entry'>): JSX.Element | null {
  if (state !== 'review' || media === undefined) return null;
  const name = displayName(media);
  return (
    <p class="small">
      {text('later_guess')}{' '}
      <WebLink url={media.url}>
        <bdi>{joinParts(name?.title, name?.detail)}</bdi>
      </WebLink>
      {confidence === undefined ? '' : ` (${text('now_confidence', Math.round(confidence * 100))})`}
    </p>
  );
}

/** The actions that make sense in each state of an entry. */
const ACTIONS: Readonly<Record<OutboxView['state'], readonly (keyof EntryActions)[]>> = {
  review: ['onAccept', 'onRemap', 'onDrop'],
  unmatched: ['onRemap', 'onDrop'],
  parked: ['onRemap', 'onRetry', 'onDrop'],
  waiting: ['onRetry', 'onDrop'],
  foreign: ['onDrop'],
  sending: [],
};

function EntryButtons({
  state,
  guessed,
  title,
  ...actions
}: EntryActions & {
  readonly state: OutboxView['state'];
  readonly guessed: boolean;
  readonly title: string;
}): JSX.Element {
  const labels: Readonly<Record<keyof EntryActions, string>> = {
    onAccept: text('later_accept'),
    onRemap: text(state === 'unmatched' ? 'repair_search' : 'now_not_this'),
    onRetry: text('repair_retry'),
    onDrop: text('later_drop'),
  };
  return (
    <div class="row">
      {ACTIONS[state]
        .filter((name) => name !== 'onAccept' || guessed)
        .map((name) => (
          <button
            key={name}
            type="button"
            class={name === 'onAccept' ? 'button small main' : 'button small'}
            onClick={actions[name]}
          >
            {labels[name]}
            <HiddenTitle title={title} />
          </button>
        ))}
    </div>
  );
}

function DropQuestion({
  title,
  onDrop,
  onKeep,
}: {
  readonly title: string;
  readonly onDrop: () => void;
  readonly onKeep: () => void;
}): JSX.Element {
  return (
    <div class="row" role="group" aria-label={text('later_drop_sure')}>
      <span class="grow small">{text('later_drop_sure')}</span>
      <button type="button" class="button small danger" ref={(button) => button?.focus()} onClick={onDrop}>
        {text('later_drop')}
        <HiddenTitle title={title} />
      </button>
      <button type="button" class="button small" onClick={onKeep}>
        {text('common_keep')}
      </button>
    </div>
  );
}

/** Tells the buttons of several entries apart for screen readers. */
function HiddenTitle({ title }: { readonly title: string }): JSX.Element {
  return <span class="hidden"> {title}</span>;
}
