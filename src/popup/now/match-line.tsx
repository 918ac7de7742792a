import type { JSX } from 'preact';
import type { Media } from '../../core/media/media';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import type { ToastContent } from '../../ui/components/toast';
import { WebLink } from '../../ui/components/web-link';
import { joinParts } from '../../ui/text/join-parts';
import { displayName } from '../../ui/text/naming';
import type { NowProps } from './now-props';

/** Below this confidence (0 to 1) the popup asks. */
const SURE = 0.9;

interface MatchLineProps extends Pick<NowProps, 'action' | 'onSearch'> {
  readonly view: TabView;
  readonly onToast: (toast: ToastContent) => void;
}

/**
 * The media that the item was matched to, named in the language of the person, with the search for another
 * one; where it is doubtful, the question whether it is right. Without media the status has the search.
 */
export function MatchLine({ view, action, onSearch, onToast }: MatchLineProps): JSX.Element | null {
  const { media, confidence = 1, status } = view;
  if (media === undefined) return null;
  const asks = confidence < SURE && status.kind !== 'unmatched' && status.kind !== 'watched';
  const confirm = async () => {
    const job = async () => (await import('../environment/confirm-site')).confirmMatch(view, media);
    if (!action.busy && (await action.run(job))) onToast({ message: text('now_confirmed') });
  };
  return (
    <div class="small matched">
      <p class="clamp grow">
        <span class="muted">{text('now_matched')}</span> <WebLink url={media.url}>{mediaText(media)}</WebLink>
      </p>
      {asks && (
        <p class="row question">
          <span class="grow">{text('now_is_right')}</span>
          <button type="button" class="button small" onClick={() => void confirm()}>
            {text('common_yes')}
          </button>
          <button type="button" class="button small" onClick={onSearch}>
            {text('common_no')}
          </button>
        </p>
      )}
      {!asks && status.kind !== 'unmatched' && (
        <button type="button" class="link" onClick={onSearch}>
          {text('now_not_this')}
        </button>
      )}
    </div>
  );
}

function mediaText(media: Media): string {
  const name = displayName(media);
  return joinParts(name?.title ?? text('common_untitled', media.tmdbId ?? media.id ?? 0), name?.detail);
}
