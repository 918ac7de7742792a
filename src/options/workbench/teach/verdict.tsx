import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import type { Trial } from '../../../protocol/workbench';
import type { DraftReading } from '../draft/read-draft';
import { missingPart } from '../trial/is-ready';

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
