import { hash } from '../../core/values/hash';
import type { Playback } from '../../core/session/observation';
import type { PlayerDefinition } from '../../protocol/definition/definition';
import type { ReadClockField, ReadContext } from '../reader/context';
import { readSources } from '../reader/read-source';

/** What the player does now; undefined while its clock cannot be read. */
export function readClock(
  video: HTMLVideoElement,
  player: PlayerDefinition,
  context: ReadContext,
): Playback | undefined {
  const { clock } = player;
  if (clock !== undefined) {
    const read: ReadClockField = (name, fresh) =>
      readSources(clock[name], `player.clock.${name}`, { ...context, fresh });
    return context.readOwnClock(video, context, read);
  }
  /** A value of `readyState` in the HTML standard: the player can continue. */
  const HAVE_FUTURE_DATA = 3;
  return {
    ...stateOf(video, video.paused, context.now),
    // A player that waits for data does not move, however long that takes.
    rate: video.readyState < HAVE_FUTURE_DATA ? 0 : video.playbackRate,
    source: shortSource(video),
    position: video.currentTime,
    duration: video.duration || 0,
  };
}

/** The part of the state that even a definition with its own clock takes from the video element. */
export function stateOf(video: HTMLVideoElement, isPaused: boolean, at: number) {
  const running = isPaused ? 'paused' : 'playing';
  return { state: video.ended ? 'ended' : running, rate: video.playbackRate, at } as const;
}

/**
 * Whether the position comes from the definition's own clock instead of the video element. It then has no
 * source.
 */
export function hasOwnClock({ source }: Readonly<{ source?: string | undefined }>): boolean {
  return source === undefined;
}

/** A hash of the medium's address, to notice another medium. The address itself may contain a token. */
export function shortSource(video: HTMLVideoElement): string {
  return hash(video.currentSrc.slice(0, 500)).toString(36);
}
