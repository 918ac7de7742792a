import type { Settings } from '../settings/settings';
import { minimumEvidenceSeconds, minimumEvidenceShare, watchedThreshold } from './thresholds';

/**
 * A crossing is confirmed only above 90 %. API v1 does not say what happens at exactly 90 %, so a position
 * that may or may not have counted is never the last one sent. Both arguments are whole seconds, as sent.
 */
export function isCrossing(position: number, duration: number): boolean {
  return duration > 0 && position / duration > watchedThreshold;
}

/** Whether the tracker may count the item as watched from this position (whole seconds). */
export function mayCount(position: number, duration: number): boolean {
  return duration > 0 && position / duration >= watchedThreshold;
}

/** Last whole second that cannot count as watched. */
export function lastSecondBelow(duration: number): number {
  return Math.ceil(Math.round(duration) * watchedThreshold) - 1;
}

/** First whole second that is a crossing. */
export function crossingSecond(duration: number): number {
  // Calculated in whole numbers: 0.9 has no exact binary form, and a second too early would not be a
  // crossing.
  return Math.floor((duration * 9) / 10) + 1;
}

/** Seconds of the item that must have been played before a position from 90 % on is believed. */
export function neededSeconds(duration: number, evidence: Settings['evidence']): number {
  return evidence === 0
    ? Math.min(minimumEvidenceSeconds, duration * minimumEvidenceShare)
    : duration * evidence;
}
