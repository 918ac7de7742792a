import type { JSX } from 'preact';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { AccountView } from '../../core/settings/account-view';
import type { Status, TabView } from '../../core/status/status';
import { Recorded } from '../../ui/history/recorded';
import type { Viewing } from '../../ui/history/viewing-of';
import { SignInEnds } from '../../ui/components/account-notices';
import type { ToastContent } from '../../ui/components/toast';
import type { Action } from '../../ui/hooks/use-action';
import { openOptions } from '../environment/snapshot';
import { RawText } from '../../ui/components/raw-text';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { Mark } from '../../protocol/tracker/media-requests';
import type { MediaStatus } from '../../protocol/tracker/read-media-status';
import { referenceOf } from '../../ui/history/companions';
import { Stars } from '../../ui/components/stars';
import { useAnswer } from '../../ui/hooks/use-answer';
import { clock } from '../../ui/text/format';

type StatusMoreProps = Readonly<{
  view: TabView;
  account: AccountView;
  /** Of the viewing that is in the history. */
  viewing: Viewing | undefined;
  change: HistoryChange | undefined;
  action: Action;
  onToast: (toast: ToastContent) => void;
}>;

/** What belongs to the title that plays and is not needed for the first paint. */
export function StatusMore({
  view,
  account,
  viewing,
  change,
  action,
  onToast,
}: StatusMoreProps): JSX.Element {
  const { status, media, playback } = view;
  return (
    <>
      <StatusNote status={status} />
      {viewing && <Recorded viewing={viewing} change={change} action={action} onToast={onToast} />}
      {media && account.state === 'signed-in' && (
        <Marks
          media={media}
          position={playback?.position ?? 0}
          recorded={viewing !== undefined}
          action={action}
          onToast={onToast}
        />
      )}
      <SignInEnds account={account} onRenew={() => openOptions('/account')} />
    </>
  );
}

function StatusNote({ status }: Readonly<{ status: Status }>): JSX.Element | null {
  return status.kind === 'rejected' ? <RawText>{status.message}</RawText> : null;
}

type MarksProps = Readonly<{
  media: Media;
  /** Seconds that the player states. */
  position: number;
  /** The viewing is in the history: rating and removing it have their own place. */
  recorded: boolean;
  action: Action;
  onToast: (toast: ToastContent) => void;
}>;

/**
 * What the person has done with the title that plays, each with one tap and an undo; nothing where the
 * tracker does not say it.
 */
function Marks(props: MarksProps): JSX.Element | null {
  const { media, position, recorded } = props;
  const { value: status, again } = useAnswer('tracker.status', { media: referenceOf(media) });
  const mark = useMark(props, again);
  if (!status) return null;
  const { watched, plays, watchedAt, rating, inWatchlist, isFavorite } = status;
  const lists = [
    ['watchlist', inWatchlist],
    ['favorite', isFavorite],
  ] as const;
  const watchedMark = (count: number): Mark => ({ kind: 'watched', plays: count, watchedAt });
  return (
    <div class="stack tight marks">
      {isElsewhere(status, position) && (
        <p class="small muted">{text('home_continue_at', clock(status.position ?? 0))}</p>
      )}
      <div class="row">
        {!recorded && plays < 2 && (
          <Toggle
            label={text('mark_watched')}
            pressed={watched}
            onClick={() =>
              mark(watched ? watchedMark(0) : { kind: 'watched', plays: 1 }, watchedMark(watched ? 1 : 0))
            }
          />
        )}
        {media.tmdbId !== undefined &&
          lists.map(([kind, on]) => (
            <Toggle
              key={kind}
              label={text(`mark_${kind}`)}
              pressed={on}
              onClick={() => mark({ kind, on: !on }, { kind, on })}
            />
          ))}
        {!recorded && (
          <Stars value={rating} onChange={(stars) => mark(rated(stars), rated(rating ?? null))} />
        )}
      </div>
    </div>
  );
}

/** Sends a mark at once and offers to undo it. */
function useMark({ media, action, onToast }: MarksProps, again: () => void) {
  const run = async (mark: Mark) => {
    const isDone = await action.run(() => send('tracker.mark', { media: referenceOf(media), mark }));
    again();
    return isDone;
  };
  const save = async (mark: Mark, before: Mark) => {
    if (!(await run(mark))) return;
    const undo = () =>
      void run(before).then((undone) => undone && onToast({ message: text('common_undone') }));
    onToast({ message: text('mark_saved'), undo });
  };
  return (mark: Mark, before: Mark) => void save(mark, before);
}

function Toggle({
  label,
  pressed,
  onClick,
}: Readonly<{
  label: string;
  pressed: boolean;
  onClick: () => void;
}>): JSX.Element {
  return (
    <button type="button" class="mark" aria-pressed={pressed} onClick={onClick}>
      {label}
    </button>
  );
}

const rated = (rating: number | null): Mark => ({ kind: 'rating', rating });

/** Seconds. The tracker has the position of this tab with some delay. */
const NEAR = 60;

/** Another device has come further than this tab. */
function isElsewhere({ position = 0 }: MediaStatus, here: number): boolean {
  return position > here + NEAR;
}
