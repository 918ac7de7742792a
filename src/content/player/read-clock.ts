import { hash } from '../../core/values/hash';
import type { Playback } from '../../core/session/playback';
import type { PlayerDefinition } from '../../protocol/definition/definition';
import { scalar } from '../reader/clean-text';
import type { ReadContext } from '../reader/context';
import type { ClockReading } from '../reader/memory';
import { readSources } from '../reader/read-source';

type ClockDefinition = NonNullable<PlayerDefinition['clock']>;

/** What the player does now; undefined while its clock cannot be read. */
export async function readClock(
  video: HTMLVideoElement,
  player: PlayerDefinition,
  context: ReadContext,
): Promise<Playback | undefined> {
  if (player.clock !== undefined) return readOwnClock(video, player.clock, context);
  /** A value of `readyState` in the HTML standard: the player can go on. */
  const HAVE_FUTURE_DATA = 3;
  const { rate, ...state } = stateOf(video, video.paused, context.now);
  return {
    ...state,
    // A player that waits for data does not move, however long that takes.
    rate: video.readyState < HAVE_FUTURE_DATA ? 0 : rate,
    source: shortSource(video),
    position: video.currentTime,
    duration: video.duration || 0,
  };
}

/**
 * The definition's own clock. It need not be readable all the time: between two readings the position is
 * extrapolated from the video element, or from the time that has passed. The element of such a player shows
 * windows of the title, each from another source, so no source is stated: a new one would pass for another
 * title.
 */
async function readOwnClock(
  video: HTMLVideoElement,
  clock: ClockDefinition,
  context: ReadContext,
): Promise<Playback | undefined> {
  const { memory, now } = context;
  const elementTime = video.currentTime;
  const read = (name: keyof ClockDefinition, fresh?: true) =>
    readSources(clock[name], `player.clock.${name}`, { ...context, fresh });
  const statedPosition = toSeconds(await read('position', true));
  const statedDuration = toSeconds(await read('duration'));
  const state = stateOf(video, (await read('paused')) !== undefined || video.paused, now);
  const last = memory.clock;
  const position = statedPosition ?? (last && last.position + elapsedSince(last, video, now));
  if (position === undefined) {
    /** Seconds; a shorter medium in such an element is a window of the title. */
    const longestWindow = 300;
    return Number.isFinite(video.duration) && video.duration >= longestWindow
      ? { ...state, position: elementTime, duration: statedDuration ?? video.duration }
      : undefined;
  }
  const duration = statedDuration ?? last?.duration ?? 0;
  memory.clock = { position, duration, at: now, elementTime, playing: state.state !== 'paused' };
  return { ...state, position: Math.min(position, duration || Infinity), duration };
}

function stateOf(video: HTMLVideoElement, isPaused: boolean, at: number) {
  const running = isPaused ? 'paused' : 'playing';
  return { state: video.ended ? 'ended' : running, rate: video.playbackRate, at } as const;
}

/**
 * Whether the position is of the definition's own clock, and not the video element's time. Then no source is
 * stated.
 */
export function hasOwnClock({ source }: { readonly source?: string | undefined }): boolean {
  return source === undefined;
}

/** Seconds of a number or of "1:02:03", "12:34 / 45:00", "-12:34"; undefined for anything else. */
export function toSeconds(value: unknown): number | undefined {
  const text = String(scalar(value));
  if (/^(?:\d+(?:\.\d+)?(?:e-\d+)?|Infinity)$/.test(text)) return Number(text);
  const [, hours = 0, minutes, seconds] = /(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?!\d)/.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Seconds since the last reading: of the element, unless it jumped to another window; then of the clock. */
function elapsedSince(last: ClockReading, video: HTMLVideoElement, now: number): number {
  const passed = ((now - last.at) / 1000) * video.playbackRate;
  const moved = video.currentTime - last.elementTime;
  if (moved >= 0 && moved <= passed + 2) return moved;
  return last.playing ? passed : 0;
}

/** A hash of the medium's address, which changes with the medium. The address itself can contain a token. */
export function shortSource(video: HTMLVideoElement): string {
  return hash(video.currentSrc.slice(0, 500)).toString(36);
}
