import { monotonicNow } from './clock';
import { samplePlayhead, UNKNOWN_PLAYHEAD, type Playhead } from './playhead';
import type { ReportCause } from './report-policy';

/** The player that is monitored. */
export interface Player {
  video?: HTMLVideoElement | undefined;
  /** The last sample. */
  playhead: Playhead;
  /** Where the playhead was when the medium was unloaded, if it was since `attach`. */
  unloaded?: Playhead | undefined;
  /** Where the first seek since the last report began, in seconds. */
  seekFrom?: number | undefined;
}

/** Listens to all players of the document and calls back with the cause of a report. Stops by `signal`. */
export function listenToPlayers(onCause: (cause: ReportCause) => void, signal: AbortSignal) {
  const player: Player = { playhead: UNKNOWN_PLAYHEAD };

  function listenTo(target: EventTarget): void {
    for (const [type, cause] of Object.entries(MEDIA_EVENTS)) {
      const listener = ({ target: source }: Event) => {
        const { video } = player;
        // While the known player plays, other videos of the page (previews) are ignored.
        if (video && source !== video && video.isConnected && !video.paused) return;
        sample(player);
        if (cause) onCause(cause);
      };
      target.addEventListener(type, listener, { capture: true, passive: true, signal });
    }
  }

  /** Makes `video` the monitored one, and takes a sample. */
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

/** Where the playhead was when the medium was unloaded, else where it is now. */
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
 * Notes where a seek began at its first sample: a page may pause and seek in one task, and then the player is
 * at the new position before any event is fired.
 */
function sample(player: Player): Playhead {
  player.playhead = samplePlayhead(player.video, player.playhead, monotonicNow());
  if (player.video?.seeking) player.seekFrom ??= player.playhead.position;
  return player.playhead;
}

/** Events that change the playhead, and what they are reported as; undefined for not at all. */
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
