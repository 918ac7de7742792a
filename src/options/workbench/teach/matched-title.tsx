import type { ComponentChildren, JSX } from 'preact';
import type { EvidenceKind } from '../../../core/matching/weights';
import type { Media } from '../../../core/media/media';
import type { Match } from '../../../core/outbox/outbox-entry';
import type { TaughtField } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import { Poster } from '../../../ui/components/poster';
import { WebLink } from '../../../ui/components/web-link';
import { agreementText, doubtText } from '../../../ui/text/evidence-text';
import { runningTime } from '../../../ui/text/format';
import { joinParts, displayName } from '../../../ui/text/naming';
import type { Trial } from '../../../protocol/workbench';
import type { DraftReading } from '../draft/draft-text';
import { missingPart } from '../trial/use-trial';

/** Shows the tracker's title that matches the draft's reading, with the evidence for and against it. */
export function MatchedTitle({ match }: Readonly<{ match: Match | undefined }>): JSX.Element | null {
  if (match === undefined || match.state === 'open') return null;
  if (match.state === 'unmatched') return <p class="note wait">{text('status_unmatched')}</p>;
  const { media, evidence } = match;
  const isHeld = match.state === 'review';
  return (
    <div class="row start" role="status">
      <NamedMedia media={media}>
        {isHeld ? doubtText(evidence, match.ambiguous) : agreementText(evidence ?? [], media)}
      </NamedMedia>
      {isHeld && <span class="tag wait">{text('now_confidence', Math.round(match.confidence * 100))}</span>}
    </div>
  );
}

/** Why the match needs a person's confirmation, if this field's value is the reason. */
export function doubtOf(match: Match | undefined, field: TaughtField): string | undefined {
  if (match?.state !== 'review') return undefined;
  const found = match.evidence?.find(({ kind }) => FIELDS[kind]?.includes(field));
  // A title in an unknown language (`episode-unlike`) is only a weak doubt. It is named all the same, because
  // a person can repair it here.
  return found && doubtText([found.kind === 'episode-unlike' ? { kind: 'episode-differs' } : found]);
}

const NAMES = ['seriesTitle', 'title'] as const;

const FIELDS: { readonly [Kind in EvidenceKind]?: readonly TaughtField[] } = {
  'name-script': NAMES,
  'name-differs': NAMES,
  'name-near': NAMES,
  'name-part': NAMES,
  'name-missing': NAMES,
  'numbers-differ': ['episodeNumber'],
  'season-open': ['seasonNumber'],
  'episode-differs': ['episodeTitle'],
  'episode-unlike': ['episodeTitle'],
  'year-differs': ['year'],
};

function NamedMedia({
  media,
  children,
}: Readonly<{
  media: Media;
  children: ComponentChildren;
}>): JSX.Element {
  const name = displayName(media);
  const title = name?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0);
  return (
    <>
      <Poster url={media.posterUrl} title={title} />
      <div class="stack tight grow">
        <p>
          <span class="muted">{text('now_matched')}</span>{' '}
          <WebLink url={media.url}>
            <bdi>{title}</bdi>
          </WebLink>{' '}
          {joinParts(name?.detail, media.runtime && runningTime(media.runtime))}
        </p>
        <p class="small muted" dir="auto">
          {children}
        </p>
      </div>
    </>
  );
}

type VerdictProps = Readonly<{
  reading: DraftReading;
  /** `undefined` without a tab and until the draft was tried. */
  trial: Trial | undefined;
  /** The tracker's match; `undefined` while nobody is signed in. */
  match: Match | undefined;
}>;

/** Says in a few words whether the draft would record the page. A doubtful match does not count as ready. */
export function Verdict({ reading, trial, match }: VerdictProps): JSX.Element | null {
  if (reading.state !== 'good') return <span class="tag bad">{text('workbench_verdict_wrong')}</span>;
  if (trial === undefined) return null;
  const missing = missingPart(trial);
  const page = reading.definition.pages.find(({ kind }) => kind === trial.page);
  // The page cannot see a player in a frame of another host.
  const isHidden = missing === 'play' && page?.player?.inFrame === true;
  if (missing === undefined || isHidden) return <MatchVerdict state={match?.state} />;
  return <span class="tag wait">{text(`workbench_verdict_${missing}`)}</span>;
}

function MatchVerdict({ state }: Readonly<{ state: Match['state'] | undefined }>): JSX.Element | null {
  if (state === 'open') return null;
  if (state === 'review') return <span class="tag wait">{text('later_review')}</span>;
  if (state === 'unmatched') return <span class="tag wait">{text('later_unmatched')}</span>;
  return <span class="tag good">{text('workbench_verdict_good')}</span>;
}
