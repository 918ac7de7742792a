import type { Cause } from './report-policy';
import { samplePlayhead, UNKNOWN_PLAYHEAD, type Playhead } from './playhead';

/** The video that is monitored, with its playhead. */
export interface PlayerEvents {
  /** Makes `video` the monitored one, and takes a sample. */
  attach(video: HTMLVideoElement | undefined): void;
  /** Whether the attached video plays. */
  isPlaying(): boolean;
  /** The attached video. */
  readonly video: () => HTMLVideoElement | undefined;
  /** Whether `video` is another one, or its medium was unloaded since `attach`. */
  isReplacedBy(video: HTMLVideoElement | undefined): boolean;
  /** The playhead when the medium was unloaded, else now. */
  lastPlayhead(): Playhead;
  /** Where the first seek since the last call began, in seconds; undefined when there was none. */
  takeSeekOrigin(): number | undefined;
}

/** Listens to all players of the document and calls back with the cause of a report. Stops by `signal`. */
export function listenToPlayers(onCause: (cause: Cause) => void, signal: AbortSignal): PlayerEvents {
  let video: HTMLVideoElement | undefined;
  let playhead = UNKNOWN_PLAYHEAD;
  let unloaded: Playhead | undefined;
  let seekOrigin: number | undefined;

  const sample = () => (playhead = samplePlayhead(video, playhead, Date.now()));

  function listenTo(target: EventTarget): void {
    for (const [type, cause] of MEDIA_EVENTS) {
      const listener = (event: Event) => {
        // While the known player plays, other videos of the page (previews) are ignored.
        if (video !== undefined && event.target !== video && video.isConnected && !video.paused) return;
        const { position } = sample();
        if (type === 'seeking') seekOrigin ??= position;
        else if (cause !== undefined) onCause(cause);
      };
      target.addEventListener(type, listener, { capture: true, passive: true, signal });
    }
  }

  listenTo(document);
  return {
    attach(found) {
      unloaded = undefined;
      if (found !== video) {
        video = found;
        playhead = UNKNOWN_PLAYHEAD;
        found?.addEventListener('emptied', () => (sample(), (unloaded ??= playhead)), { signal });
        // Events inside a shadow root do not reach the document.
        if (found && found.getRootNode() !== document) listenTo(found);
      }
      sample();
    },
    isPlaying: () => video !== undefined && !video.paused && !video.ended,
    video: () => video,
    isReplacedBy: (found) => unloaded !== undefined || found !== video,
    lastPlayhead: () => unloaded ?? sample(),
    takeSeekOrigin() {
      const origin = seekOrigin;
      seekOrigin = undefined;
      return origin;
    },
  };
}

/** Events that change the playhead, and what they are reported as. */
const MEDIA_EVENTS: readonly (readonly [type: string, cause?: Cause])[] = [
  ['playing', 'play'],
  ['waiting'],
  ['pause', 'pause'],
  ['seeking'],
  ['seeked', 'seek'],
  ['ended', 'end'],
  ['ratechange', 'tick'],
  ['loadedmetadata', 'item'],
  ['durationchange', 'item'],
];
