import type { Playback } from '../../core/session/observation';
import { stateOf } from '../player/read-clock';
import { scalar } from '../reader/clean-text';
import type { ReadClockField, ReadContext } from '../reader/context';
import type { ClockReading, Memory } from '../reader/memory';

/**
 * The definition's own clock. It need not be readable all the time: between two readings the position is
 * extrapolated from the video element, or from the elapsed time. The element of such a player shows the title
 * in pieces, each from another source, so no source is stated: a new one would pass for another title. During
 * an advertisement the clock stands still, whatever the page states.
 */
export function readOwnClock(
  video: HTMLVideoElement,
  { memory, now, isAd = false }: Pick<ReadContext, 'memory' | 'now' | 'isAd'>,
  read: ReadClockField,
): Playback | undefined {
  if (isAd) return standDuringAd(video, memory, now);
  const elementTime = video.currentTime;
  const statedPosition = toSeconds(read('position', true));
  const statedDuration = toSeconds(read('duration'));
  const state = stateOf(video, read('paused') !== undefined || video.paused, now);
  const last = memory.clock;
  const position = statedPosition ?? (last && last.position + elapsedSince(last, video, now));
  /** Seconds; a shorter medium in such an element is a piece of the title. */
  const longestWindow = 300;
  const isWhole = Number.isFinite(video.duration) && video.duration >= longestWindow;
  if (position === undefined)
    return isWhole
      ? { ...state, position: elementTime, duration: statedDuration ?? video.duration }
      : undefined;
  const duration = statedDuration ?? last?.duration ?? (isWhole ? video.duration : 0);
  memory.clock = { position, duration, at: now, elementTime, playing: state.state !== 'paused' };
  return { ...state, position: Math.min(position, duration || Infinity), duration };
}

/**
 * During an advertisement the clock stands still: the page's values may be the advertisement's, and what the
 * element plays is.
 */
function standDuringAd(video: HTMLVideoElement, memory: Memory, at: number): Playback | undefined {
  if (memory.clock === undefined) return undefined;
  memory.clock = { ...memory.clock, at, elementTime: video.currentTime };
  const { position, duration } = memory.clock;
  return { ...stateOf(video, video.paused, at), rate: 0, position, duration };
}

/** Seconds from a number or from "1:02:03", "12:34 / 45:00", "-12:34"; undefined for anything else. */
export function toSeconds(value: unknown): number | undefined {
  const text = String(scalar(value));
  if (/^(?:\d+(?:\.\d+)?(?:e-\d+)?|Infinity)$/.test(text)) return Number(text);
  const [, hours = 0, minutes, seconds] = /(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?!\d)/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Seconds since the last reading: by the element, unless it jumped to another piece; then by the clock. */
function elapsedSince(last: ClockReading, video: HTMLVideoElement, now: number): number {
  const passed = ((now - last.at) / 1000) * video.playbackRate;
  const moved = video.currentTime - last.elementTime;
  if (moved >= 0 && moved <= passed + 2) return moved;
  return last.playing ? passed : 0;
}
