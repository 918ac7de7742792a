import type { ComponentChildren, JSX } from 'preact';
import type { Media } from '../../../core/media/media';
import type { Match } from '../../../core/outbox/outbox-entry';
import { text } from '../../../platform/browser/i18n';
import { Poster } from '../../../ui/components/poster';
import { WebLink } from '../../../ui/components/web-link';
import { agreementText, doubtText } from '../../../ui/text/evidence-text';
import { runningTime } from '../../../ui/text/format';
import { joinParts } from '../../../ui/text/join-parts';
import { displayName } from '../../../ui/text/naming';

/** The title of the tracker that the reading of a draft leads to, and what speaks for or against it. */
export function MatchedTitle({ match }: { readonly match: Match | undefined }): JSX.Element | null {
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

function NamedMedia({
  media,
  children,
}: {
  readonly media: Media;
  readonly children: ComponentChildren;
}): JSX.Element {
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
