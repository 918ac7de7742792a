import type { Item } from '../media/item';
import type { Settings } from '../settings/settings';
import { addPlayed, playedSeconds, type PlayedRanges } from './played-ranges';
import type { Session } from './session';
import { minimumPlaySeconds } from './thresholds';
import { neededSeconds } from './watched-threshold';

export type EvidenceRules = Readonly<{
  evidence: Settings['evidence'];
  /** What earlier sessions saw of this item at this duration in seconds (earlier-evidence.ts). */
  earlierEvidence: (item: Item, duration: number) => PlayedRanges;
}>;

/**
 * Seconds of the item that must still be played before a position from 90 % on is believed; at most 0 if
 * there is enough. Earlier sessions count too, but never alone: a page that opens near the end has shown
 * nothing yet.
 */
export function missingEvidence(
  { item, played, playback }: Session,
  { evidence, earlierEvidence }: EvidenceRules,
): number {
  const duration = Math.round(playback.duration);
  const needed = neededSeconds(duration, evidence);
  const own = playedSeconds(played);
  if (own >= needed) return 0;
  const together = played.reduce<PlayedRanges>(
    (union, [from, to]) => addPlayed(union, from, to),
    earlierEvidence(item, duration),
  );
  return Math.max(needed - playedSeconds(together), Math.min(minimumPlaySeconds, needed) - own);
}
