import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isSameMedia, type Media } from '../../core/media/media';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { Poster } from '../../ui/components/poster';
import { WebLink } from '../../ui/components/web-link';
import { RawText } from '../../ui/components/raw-text';
import { refusalText } from '../../ui/text/error-text';
import { clock, relative, runningTime, upcoming } from '../../ui/text/format';
import { displayName, type Naming, joinParts } from '../../ui/text/naming';
import { MediaChoice } from '../../ui/correction/media-search';
import { doubtText } from '../../ui/text/evidence-text';

/** Further titles that are shown; the search has the rest. */
const MAX_OTHERS = 3;

interface LaterEntryProps extends EntryActions {
  readonly entry: OutboxView;
  readonly siteName: string;
  /** One of the other candidates is the right title. */
  readonly onChoose: (media: Media) => void;
}

/** One update that was not accepted yet, and what can be done about it. Dropping it asks for confirmation. */
export function LaterEntry({ entry, siteName, onDrop, onChoose, ...actions }: LaterEntryProps): JSX.Element {
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
      <OtherCandidates entry={entry} onChoose={onChoose} />
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
      {detail !== undefined && <p class="small clamp one">{detail}</p>}
      <p class="small muted">
        <bdi>{siteName}</bdi> · {position} · {relative(entry.at, Date.now())}
      </p>
      <Guess entry={entry} />
      {entry.error !== undefined && (
        <>
          <p class="small bad-text">{refusalText(entry.error)}</p>
          <RawText>{entry.error.message}</RawText>
        </>
      )}
      {entry.retryAt !== undefined && (
        <p class="small muted">{text('now_next_try', upcoming(entry.retryAt, Date.now()))}</p>
      )}
    </div>
  );
}

/** The uncertain match of an entry, and why it waits for a person. */
function Guess({
  entry: { state, media, evidence, ambiguous },
}: Readonly<{
  entry: OutboxView;
}>): JSX.Element | null {
  if (state !== 'review' || media === undefined) return null;
  const name = displayName(media);
  return (
    <>
      <p class="small">
        {text('later_guess')}{' '}
        <WebLink url={media.url}>
          <bdi>{name?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0)}</bdi>
        </WebLink>{' '}
        <span class="muted">{joinParts(name?.detail, detailsOf(media))}</span>
      </p>
      {evidence !== undefined && <p class="small muted">{doubtText(evidence, ambiguous)}</p>}
    </>
  );
}

/** The other titles that it may be; one click decides, for an episode of the whole series. */
function OtherCandidates({
  entry,
  onChoose,
}: Readonly<{
  entry: OutboxView;
  onChoose: (media: Media) => void;
}>): JSX.Element | null {
  const { media: guess, candidates = [] } = entry;
  const others = candidates.filter((one) => guess === undefined || !isSameMedia(one, guess));
  if (entry.state !== 'review' || others.length === 0) return null;
  const label = entry.item.type === 'episode' ? 'later_or_series' : 'later_or';
  return (
    <div class="stack tight">
      <p class="small muted">{text(label)}</p>
      <ul class="stack tight results">
        {others.slice(0, MAX_OTHERS).map((media) => (
          <li key={`${media.tmdbId} ${media.id}`} class="result">
            <MediaChoice media={media} details={detailsOf(media)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Details that distinguish titles with the same name. A film's name already has the year. */
function detailsOf({ type, year, runtime }: Media): string {
  return joinParts(
    type === 'episode' ? year : undefined,
    runtime === undefined ? undefined : runningTime(runtime),
  );
}

type EntryActions = Readonly<{
  onAccept: () => void;
  onRetry: () => void;
  onDrop: () => void;
  /** Opens the search for the right title. */
  onRemap: () => void;
}>;

/** The actions that make sense in each state of an entry. */
const ACTIONS: Readonly<Record<OutboxView['state'], (keyof EntryActions)[]>> = {
  review: ['onAccept', 'onRemap', 'onDrop'],
  unmatched: ['onRemap', 'onDrop'],
  parked: ['onRemap', 'onRetry', 'onDrop'],
  waiting: ['onRetry', 'onDrop'],
  foreign: ['onDrop'],
  sending: [],
};

/** The buttons for the actions of an entry. */
function EntryButtons({
  state,
  guessed,
  title,
  ...actions
}: EntryActions &
  Readonly<{
    state: OutboxView['state'];
    guessed: boolean;
    title: string;
  }>): JSX.Element {
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

/** The confirmation before an entry is dropped; the button that drops has the focus. */
function DropQuestion({
  title,
  onDrop,
  onKeep,
}: Readonly<{
  title: string;
  onDrop: () => void;
  onKeep: () => void;
}>): JSX.Element {
  return (
    <div class="row" role="group" aria-label={text('later_drop_sure')}>
      <span class="grow small">{text('later_drop_sure')}</span>
      <button type="button" class="button small danger" ref={(button) => button?.focus()} onClick={onDrop}>
        {text('later_drop')}
        <HiddenTitle title={title} />
      </button>
      <button type="button" class="button small" onClick={onKeep}>
        {text('common_cancel')}
      </button>
    </div>
  );
}

/** Tells the buttons of several entries apart for screen readers. */
function HiddenTitle({ title }: Readonly<{ title: string }>): JSX.Element {
  return <span class="hidden"> {title}</span>;
}
