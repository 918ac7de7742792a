import type { Playback } from '../../core/playback';
import type { PlayerDefinition } from '../../protocol/definition';
import { scalar } from '../reader/clean-text';
import type { ReadContext } from '../reader/context';
import type { ClockSighting } from '../reader/memory';
import { readSources } from '../reader/read-source';

/**
 * What the player does now. Undefined while its clock cannot be read. With a clock of its own a definition need not be
 * able to read it all the time: between two sightings the video element, or the time that has passed, carries it on.
 */
export async function readClock(video: HTMLVideoElement, player: PlayerDefinition, context: ReadContext): Promise<Playback | undefined> {
  const base = { rate: video.playbackRate, at: context.now };
  if (player.clock === undefined) {
    return { ...base, source: shortSource(video), state: stateOf(video, video.paused), position: video.currentTime, duration: durationOf(video.duration) };
  }
  // The element of such a player shows windows of the title, each from a source of its own: a new one is no other title.
  const position = toSeconds(await readSources(player.clock.position, 'player.clock.position', { ...context, fresh: true }));
  const duration = toSeconds(await readSources(player.clock.duration, 'player.clock.duration', context));
  const paused = player.clock.paused !== undefined && (await readSources(player.clock.paused, 'player.clock.paused', context)) !== undefined;
  const last = context.memory.clock;
  const elementTime = video.currentTime;
  const isPaused = paused || video.paused;
  const now: ClockSighting | undefined =
    position !== undefined
      ? { position, duration: duration ?? last?.duration ?? 0, at: context.now, elementTime, playing: !isPaused }
      : last && carryOn(last, video, context.now, !isPaused);
  if (now === undefined) {
    // Never seen; a finite duration of the element is better than nothing, a window of a minute is not.
    if (!Number.isFinite(video.duration) || video.duration < 300) return undefined;
    return { ...base, state: stateOf(video, isPaused), position: elementTime, duration: duration ?? durationOf(video.duration) };
  }
  context.memory.clock = now;
  const end = now.duration === 0 ? Infinity : now.duration;
  return { ...base, state: stateOf(video, isPaused), position: Math.min(now.position, end), duration: now.duration };
}

/** Seconds of a number or of "1:02:03", "12:34 / 45:00", "-12:34"; undefined for anything else. */
export function toSeconds(value: unknown): number | undefined {
  const found = scalar(value);
  if (found === 'Infinity') return Infinity;
  if (typeof found === 'number') return Number.isFinite(found) && found >= 0 ? found : undefined;
  if (typeof found !== 'string') return undefined;
  if (/^\d+(?:\.\d+)?$/.test(found)) return Number(found);
  const time = /(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?!\d)/.exec(found);
  return time === null ? undefined : Number(time[1] ?? 0) * 3600 + Number(time[2]) * 60 + Number(time[3]);
}

/** The element's own time where it moves as time does; a player that swaps its window makes it jump. */
function carryOn(last: ClockSighting, video: HTMLVideoElement, now: number, playing: boolean): ClockSighting {
  const passed = ((now - last.at) / 1000) * video.playbackRate;
  const moved = video.currentTime - last.elementTime;
  const step = moved >= 0 && moved <= passed + 2 ? moved : last.playing ? passed : 0;
  return { position: last.position + step, duration: last.duration, at: now, elementTime: video.currentTime, playing };
}

function stateOf(video: HTMLVideoElement, paused: boolean): Playback['state'] {
  return video.ended ? 'ended' : paused ? 'paused' : 'playing';
}

function durationOf(duration: number): number {
  return Number.isNaN(duration) ? 0 : duration;
}

/** A short hash (FNV-1a): the address of a medium can hold a token, and only its change matters. */
export function shortSource(video: HTMLVideoElement): string {
  let hash = 0x811c9dc5;
  for (const character of video.currentSrc.slice(0, 500)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
