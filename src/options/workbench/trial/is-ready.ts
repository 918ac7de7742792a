import { isReadable, type Item } from '../../../core/media/item';
import type { Trial } from '../../../protocol/workbench';

type MissingPart = 'other_page' | 'gate' | 'implausible' | 'missing' | 'play';

/** The first condition for recording that the page does not meet. */
export function missingPart(trial: Trial): MissingPart | undefined {
  if (trial.page === undefined) return 'other_page';
  if (trial.gate !== undefined || trial.reading?.gated === true) return 'gate';
  if (trial.reading?.implausible === true) return 'implausible';
  if (!isComplete(trial.reading)) return 'missing';
  return trial.playback === undefined ? 'play' : undefined;
}

/** Whether the draft would record the page as it is, or as soon as it plays. */
export function isReady(trial: Trial): boolean {
  return ['play', undefined].includes(missingPart(trial));
}

/** Whether the draft's own sources gave an item that can be sent. */
function isComplete(reading: Trial['reading']): boolean {
  return reading !== undefined && !reading.degraded && isReadable(reading.item as Partial<Item>);
}
