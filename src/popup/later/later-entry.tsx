import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Media } from '../../core/media/media';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { Poster } from '../../ui/components/poster';
import { RawText } from '../../ui/components/raw-text';
import { refusalText } from '../../ui/text/error-text';
import { clock, relative, upcoming } from '../../ui/text/format';
import { displayName, type Naming } from '../../ui/text/naming';
import { Guess, OtherCandidates } from './candidates';
import { DropQuestion, EntryButtons, type EntryActions } from './entry-buttons';

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
