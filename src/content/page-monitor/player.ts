import { monotonicNow, samplePlayhead, UNKNOWN_PLAYHEAD, type Playhead } from './playhead';
import type { ReportCause } from './report-policy';

/** The player that is monitored. */
export interface Player {
  video?: HTMLVideoElement | undefined;
  /** The last sample. */
  playhead: Playhead;
  /** The playhead when the medium was unloaded, if that happened since `attach`. */
  unloaded?: Playhead | undefined;
  /** Start of the first seek since the last report, in seconds. */
  seekFrom?: number | undefined;
}

/** Listens to all players of the document, and calls back with the cause of a report. Ends with `signal`. */
export function listenToPlayers(onCause: (cause: ReportCause) => void, signal: AbortSignal) {
  const player: Player = { playhead: UNKNOWN_PLAYHEAD };

  function listenTo(target: EventTarget): void {
    for (const [type, cause] of Object.entries(MEDIA_EVENTS)) {
      const listener = ({ target: source }: Event) => {
        const { video } = player;
        // While the known player plays, other videos of the page, such as previews, are ignored.
        if (video && source !== video && video.isConnected && !video.paused) return;
        sample(player);
        if (cause) onCause(cause);
      };
      target.addEventListener(type, listener, { capture: true, passive: true, signal });
    }
  }

  /** Monitors `video` from now on, and takes a sample. */
  function attach(video: HTMLVideoElement | undefined): void {
    player.unloaded = undefined;
    if (video !== player.video) {
      Object.assign(player, { video, playhead: UNKNOWN_PLAYHEAD });
      const onUnload = () => {
        const playhead = sample(player);
        player.unloaded ??= playhead;
      };
      video?.addEventListener('emptied', onUnload, { signal });
      // Events inside a shadow root do not reach the document.
      if (video && video.getRootNode() !== document) listenTo(video);
    }
    sample(player);
  }

  listenTo(document);
  return { player, attach };
}

/** The playhead when the medium was unloaded; otherwise the current one. */
export function lastPlayhead(player: Player): Playhead {
  return player.unloaded ?? sample(player);
}

/** Whether the medium was unloaded since `attach`, or `video` is another element than the monitored one. */
export function hasOtherMedium({ unloaded, video: monitored }: Player, video: Player['video']): boolean {
  return unloaded !== undefined || video !== monitored;
}

export function isPlaying({ video }: Player): boolean {
  return video !== undefined && !video.paused && !video.ended;
}

/**
 * Remembers the start of a seek at its first sample: a page may pause and seek in one task, so the player is
 * at the new position before any event fires.
 */
function sample(player: Player): Playhead {
  player.playhead = samplePlayhead(player.video, player.playhead, monotonicNow());
  if (player.video?.seeking) player.seekFrom ??= player.playhead.position;
  return player.playhead;
}

/** Events that change the playhead, with the cause of their report; undefined if they are not reported. */
const MEDIA_EVENTS: Readonly<Record<string, ReportCause | undefined>> = {
  playing: 'play',
  waiting: undefined,
  pause: 'pause',
  seeking: undefined,
  seeked: 'seek',
  ended: 'end',
  ratechange: 'tick',
  loadedmetadata: 'item',
  durationchange: 'item',
};
