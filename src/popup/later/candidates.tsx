import type { JSX } from 'preact';
import { isSameMedia, type Media } from '../../core/media/media';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { WebLink } from '../../ui/components/web-link';
import { MediaChoice } from '../../ui/correction/media-choice';
import { doubtText } from '../../ui/text/evidence-text';
import { runningTime } from '../../ui/text/format';
import { joinParts } from '../../ui/text/join-parts';
import { displayName } from '../../ui/text/naming';

/** Further titles that are shown; the search has the rest. */
const MAX_OTHERS = 3;

/** The uncertain match of an entry, and why it waits for a person. */
export function Guess({
  entry: { state, media, evidence, ambiguous },
}: {
  readonly entry: OutboxView;
}): JSX.Element | null {
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
export function OtherCandidates({
  entry,
  onChoose,
}: {
  readonly entry: OutboxView;
  readonly onChoose: (media: Media) => void;
}): JSX.Element | null {
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

/** What tells two titles of one name apart; the year of a film is in its name. */
function detailsOf({ type, year, runtime }: Media): string {
  return joinParts(
    type === 'episode' ? year : undefined,
    runtime === undefined ? undefined : runningTime(runtime),
  );
}
