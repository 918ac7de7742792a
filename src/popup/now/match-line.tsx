import type { JSX } from 'preact';
import type { Media } from '../../core/media/media';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { WebLink } from '../../ui/components/web-link';
import { agreementText } from '../../ui/text/evidence-text';
import { joinParts } from '../../ui/text/join-parts';
import { displayName } from '../../ui/text/naming';

/** Below this confidence (0 to 1) the popup shows it. */
const SURE = 0.9;

/**
 * The media that the item was matched to, named in the language of the person, and what settled it, with the
 * search for another one. Without media the status has the search.
 */
export function MatchLine({
  view: { media, confidence, evidence = [], status },
  onSearch,
}: {
  readonly view: TabView;
  readonly onSearch: () => void;
}): JSX.Element | null {
  if (media === undefined) return null;
  const agreement = agreementText(evidence, media);
  const name = mediaText(media);
  return (
    <div class="small matched">
      <p class="clamp grow">
        <span class="muted">{text('now_matched')}</span> <WebLink url={media.url}>{name}</WebLink>{' '}
        {confidence !== undefined && confidence < SURE && (
          <span class="muted">({text('now_confidence', Math.round(confidence * 100))})</span>
        )}
      </p>
      {status.kind !== 'unmatched' && (
        <button type="button" class="link" onClick={onSearch}>
          {text('now_not_this')}
        </button>
      )}
      {agreement && <p class="muted evidence">{agreement}</p>}
    </div>
  );
}

function mediaText(media: Media): string {
  const name = displayName(media);
  return joinParts(name?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0), name?.detail);
}
