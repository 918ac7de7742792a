import type { Playback } from '../../core/session/playback';
import { longestTitleSeconds } from '../../core/session/thresholds';
import type { PlayerDefinition } from '../../protocol/definition/definition';
import type { ReadContext } from './context';
import { readSources } from './read-source';

export type PlayerGate = 'ad' | 'live' | 'trailer';

/** Why the current playback is not the title itself, by the definition's sources; undefined if it is. */
export function readGate(player: PlayerDefinition, context: ReadContext): PlayerGate | undefined {
  for (const gate of ['ad', 'live', 'trailer'] as const)
    if (readSources(player[gate], `player.${gate}`, context) !== undefined) return gate;
  return undefined;
}

/** Live streams have an infinite or very long duration, or a position counted from a date. */
export function isLive({ position, duration }: Pick<Playback, 'position' | 'duration'>): boolean {
  return position > longestTitleSeconds || duration > longestTitleSeconds;
}
