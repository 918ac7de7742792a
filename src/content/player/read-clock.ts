import { hash } from '../../core/values/hash';
import type { Playback } from '../../core/session/playback';
import type { PlayerDefinition } from '../../protocol/definition';
import { scalar } from '../reader/clean-text';
import type { ReadContext } from '../reader/context';
import type { ClockReading } from '../reader/memory';
import { readSources } from '../reader/read-source';

/**
 * What the player does now. Undefined while its clock cannot be read. With a clock of its own a definition need not be
 * able to read it all the time: between two sightings the video element, or the time that has passed, carries it on.
 */
export async function readClock(
  video: HTMLVideoElement,
  player: PlayerDefinition,
  context: ReadContext,
): Promise<Playback | undefined> {
  const { clock } = player;
  const { memory, now } = context;
  const elementTime = video.currentTime;
  const state = (paused: boolean) =>
    ({
      state: video.ended ? 'ended' : paused ? 'paused' : 'playing',
      rate: video.playbackRate,
      at: now,
    }) as const;
  if (clock === undefined)
    return {
      ...state(video.paused),
      source: shortSource(video),
      position: elementTime,
      duration: video.duration || 0,
    };
  // The element of such a player shows windows of the title, each from a source of its own: a new one is no other title.
  const seen = toSeconds(
    await readSources(clock.position, 'player.clock.position', { ...context, fresh: true }),
  );
  const length = toSeconds(await readSources(clock.duration, 'player.clock.duration', context));
  const base = state(
    (await readSources(clock.paused, 'player.clock.paused', context)) !== undefined || video.paused,
  );
  const last = memory.clock;
  const position = seen ?? (last && last.position + step(last, video, now));
  if (position === undefined) {
    // Never seen; a finite duration of the element is better than nothing, a window of a minute is not.
    return Number.isFinite(video.duration) && video.duration >= 300
      ? { ...base, position: elementTime, duration: length ?? video.duration }
      : undefined;
  }
  const duration = length ?? last?.duration ?? 0;
  memory.clock = { position, duration, at: now, elementTime, playing: base.state !== 'paused' };
  return { ...base, position: Math.min(position, duration || Infinity), duration };
}

/** With a clock of the definition's own a position says nothing about the video element's time; then no source is named. */
export function hasOwnClock({ source }: { readonly source?: string | undefined }): boolean {
  return source === undefined;
}

/** Seconds of a number or of "1:02:03", "12:34 / 45:00", "-12:34"; undefined for anything else. */
export function toSeconds(value: unknown): number | undefined {
  const text = String(scalar(value));
  if (/^(?:\d+(?:\.\d+)?(?:e-\d+)?|Infinity)$/.test(text)) return Number(text);
  const time = /(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?!\d)/.exec(text);
  return time === null ? undefined : Number(time[1] ?? 0) * 3600 + Number(time[2]) * 60 + Number(time[3]);
}

/** The element's own time where it moves as time does; a player that swaps its window makes it jump. */
function step(last: ClockReading, video: HTMLVideoElement, now: number): number {
  const passed = ((now - last.at) / 1000) * video.playbackRate;
  const moved = video.currentTime - last.elementTime;
  return moved >= 0 && moved <= passed + 2 ? moved : last.playing ? passed : 0;
}

/** A short hash (FNV-1a): the address of a medium can hold a token, and only its change matters. */
export function shortSource(video: HTMLVideoElement): string {
  return hash(video.currentSrc.slice(0, 500)).toString(36);
}
