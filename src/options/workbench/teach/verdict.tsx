import type { JSX } from 'preact';
import { isReadable, type Item } from '../../../core/media/item';
import { text } from '../../../platform/browser/i18n';
import type { Trial } from '../../../protocol/workbench';
import type { DraftReading } from '../draft/read-draft';

interface VerdictProps {
  readonly reading: DraftReading;
  /** `undefined` without a tab and until the draft was tried. */
  readonly trial: Trial | undefined;
}

/** Whether the draft would record the page, in a few words. */
export function Verdict({ reading, trial }: VerdictProps): JSX.Element | null {
  if (reading.state !== 'good') return <span class="tag bad">{text('workbench_verdict_wrong')}</span>;
  if (trial === undefined) return null;
  const missing = missingPart(trial);
  if (missing === undefined) return <span class="tag good">{text('workbench_verdict_good')}</span>;
  return <span class="tag wait">{text(`workbench_verdict_${missing}`)}</span>;
}

/** The first condition for recording that the page does not meet. */
function missingPart(trial: Trial): 'other_page' | 'gate' | 'implausible' | 'missing' | 'play' | undefined {
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
