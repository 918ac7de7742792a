import type { Media } from '../../core/media/media';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { TabView } from '../../core/status/status';

/** A viewing that the tracker has recorded. */
export type Viewing = Readonly<{
  /** The session's id. */
  id: string;
  media: Media;
  position: number;
  duration: number;
  at: number;
}>;

/** The recorded viewing that a tab shows; `undefined` while it is not in the history. */
export function viewingOf({ status, sessionId, media, sent }: TabView): Viewing | undefined {
  if (status.kind !== 'watched' || sessionId === undefined || media === undefined || sent === undefined)
    return undefined;
  const { position, duration, at } = sent;
  return { id: sessionId, media, position, duration, at };
}

/** The media under which the viewing is to be; `undefined` where it is to be removed. */
export function wantedMedia(change: HistoryChange | undefined, recorded: Media): Media | undefined {
  return change === undefined ? recorded : change.viewings.find(({ wanted }) => wanted)?.media;
}
