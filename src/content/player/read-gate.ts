import type { Playback } from '../../core/session/playback';
import type { PlayerDefinition } from '../../protocol/definition';
import type { ReadContext } from '../reader/context';
import { readSources } from '../reader/read-source';

export type PlayerGate = 'ad' | 'live' | 'trailer';

/** Why what plays now is not the title itself, as far as the definition's sources tell; undefined when it is. */
export async function readGate(
  player: PlayerDefinition,
  context: ReadContext,
): Promise<PlayerGate | undefined> {
  for (const gate of ['ad', 'live', 'trailer'] as const) {
    if ((await readSources(player[gate], `player.${gate}`, context)) !== undefined) return gate;
  }
  return undefined;
}

/** Infinite, longer than two days, or a position that is a date. */
export function isLive({ position, duration }: Pick<Playback, 'position' | 'duration'>): boolean {
  return duration > LONGEST || position > LONGEST;
}

const LONGEST = 48 * 3600;
