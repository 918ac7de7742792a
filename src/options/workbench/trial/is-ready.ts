import { isReadable, type Item } from '../../../core/media/item';
import type { Trial } from '../../../protocol/workbench';

type MissingPart = 'other_page' | 'gate' | 'implausible' | 'missing' | 'play';

/** The first condition for recording that the page does not meet. */
export function missingPart(trial: Trial): MissingPart | undefined {
  if (trial.page === undefined) return 'other_page';
  if (trial.gate !== undefined || trial.reading?.gated === true) return 'gate';
  if (trial.reading?.implausible === true) return 'implausible';
  if (!isComplete(trial.reading)) return 'missing';
  return hasLength(trial) ? undefined : 'play';
}

/** Without the length, the match here would have less evidence than that of a real report. */
function hasLength({ playback }: Trial): boolean {
  return playback !== undefined && playback.duration > 0;
}

/** Whether the draft would record the page as it is, or as soon as it plays. */
export function isReady(trial: Trial): boolean {
  return ['play', undefined].includes(missingPart(trial));
}

/** Why a draft may not be put into use; `workbench_<name>` is the sentence for it. */
export type ReasonAgainstUse = 'no_title' | 'still_missing' | 'not_covered';

/**
 * Why a draft may not be put into use on the current page: it would record something else than what plays, or
 * nothing. An ad proves nothing about a draft that has read the page `before`.
 */
export function reasonAgainstUse(trial: Trial, before: boolean): ReasonAgainstUse | undefined {
  const { reading } = trial;
  if (reading?.implausible === true) return 'no_title';
  if (before || isReady(trial)) return undefined;
  if (trial.page === undefined) return 'not_covered';
  return isNamed(reading) ? 'still_missing' : 'no_title';
}

function isNamed(reading: Trial['reading']): boolean {
  if (reading === undefined || reading.degraded) return false;
  const { title, seriesTitle } = reading.item as Partial<Item>;
  return title !== undefined || seriesTitle !== undefined;
}

/** Whether the draft's own sources gave an item that can be sent. */
function isComplete(reading: Trial['reading']): boolean {
  return reading !== undefined && !reading.degraded && isReadable(reading.item as Partial<Item>);
}
