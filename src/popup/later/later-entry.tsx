import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isSameMedia, type Media } from '../../core/media/media';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { Poster } from '../../ui/components/poster';
import { RawText } from '../../ui/components/raw-text';
import { refusalText } from '../../ui/text/error-text';
import { clock, relative, runningTime, upcoming } from '../../ui/text/format';
import { displayName, type Naming } from '../../ui/text/naming';
import { WebLink } from '../../ui/components/web-link';
import { MediaChoice } from '../../ui/correction/media-choice';
import { doubtText } from '../../ui/text/evidence-text';
import { joinParts } from '../../ui/text/join-parts';
import { DropQuestion, EntryButtons, type EntryActions } from './entry-buttons';

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
