import type { JSX } from 'preact';
import { nextStep, type HistoryChange, type Wish } from '../../core/outbox/history-change';
import type { Media } from '../../core/media/media';
import { nextEpisode } from '../../core/media/next-episode';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Stars } from '../components/stars';
import type { ToastContent } from '../components/toast';
import { WebLink } from '../components/web-link';
import type { Action } from '../hooks/use-action';
import { episodeCode } from '../text/naming';
import { Companions } from './companions';
import { wantedMedia, type Viewing } from './viewing-of';

type RecordedProps = Readonly<{
  viewing: Viewing;
  change: HistoryChange | undefined;
  action: Action;
  onToast: (toast: ToastContent) => void;
}>;

/** What can be done with a viewing that is in the history: open, rate or remove it; each can be undone. */
export function Recorded(props: RecordedProps): JSX.Element {
  const { viewing, change } = props;
  const media = wantedMedia(change, viewing.media);
  const wishes = useWishes(props);
  const { url } = media ?? viewing.media;
  return (
    <div class="stack tight recorded">
      <ChangeNote change={change} media={media} />
      <div class="row spread">
        {media === undefined ? (
          <PlainButton label={text('recorded_restore')} onClick={wishes.restore} />
        ) : (
          <Stars value={change?.rating} onChange={wishes.rate} />
        )}
        <span class="row">
          {url !== undefined && (
            <span class="small">
              <WebLink url={url}>{text('recorded_open')}</WebLink>
            </span>
          )}
          {media !== undefined && (
            <PlainButton label={text('common_remove')} onClick={() => wishes.remove(media)} />
          )}
        </span>
      </div>
      {media !== undefined && isSettled(change) && (
        <Companions key={viewing.id} media={media} at={viewing.at} action={props.action} />
      )}
      <NextEpisode media={media} />
    </div>
  );
}

/** Tells the worker what the person wants, and offers the undo. */
function useWishes({ viewing, change, action, onToast }: RecordedProps) {
  const want = (wish: Wish) => action.run(() => send('history.want', { viewing, ...wish }));
  const act = async (message: string, wish: Wish, before: Wish) => {
    if (action.busy || !(await want(wish))) return;
    const undo = async () => {
      if (await want(before)) onToast({ message: text('common_undone') });
    };
    onToast({ message, undo: () => void undo() });
  };
  const rating = change?.rating ?? null;
  return {
    rate: (stars: number | null) =>
      void act(text(stars === null ? 'common_undone' : 'recorded_rated'), { rating: stars }, { rating }),
    remove: (media: Media) => void act(text('recorded_removal'), { media: null }, { media }),
    restore: () => void want({ media: viewing.media }),
  };
}

function PlainButton({
  label,
  onClick,
}: Readonly<{
  label: string;
  onClick: () => void;
}>): JSX.Element {
  return (
    <button type="button" class="plain-button" onClick={onClick}>
      {label}
    </button>
  );
}

/** The tracker has the viewing as it is shown. */
function isSettled(change: HistoryChange | undefined): boolean {
  return change === undefined || (change.trouble === undefined && nextStep(change) === undefined);
}

/** How far the tracker has come with what the person wants; nothing where nothing was changed. */
function ChangeNote({
  change,
  media,
}: Readonly<{
  change: HistoryChange | undefined;
  media: Media | undefined;
}>): JSX.Element | null {
  if (change === undefined) return null;
  if (change.trouble !== undefined)
    return (
      <p class="note bad small" role="alert">
        {text(
          change.trouble.status === 404 || change.trouble.status === 405
            ? 'recorded_cannot'
            : 'recorded_refused',
        )}
      </p>
    );
  if (nextStep(change) !== undefined) return <p class="small muted">{text('recorded_pending')}</p>;
  if (media === undefined) return <p class="small">{text('recorded_removed')}</p>;
  return change.viewings[0].wanted ? null : <p class="small">{text('recorded_corrected')}</p>;
}

function NextEpisode({ media }: Readonly<{ media: Media | undefined }>): JSX.Element | null {
  const next = media && nextEpisode(media);
  if (next === undefined) return null;
  return <p class="small muted">{text('recorded_next', episodeCode(next) ?? '')}</p>;
}
