import type { JSX } from 'preact';
import type { Match } from '../../../core/outbox/outbox-entry';
import { text } from '../../../platform/browser/i18n';
import type { Trial } from '../../../protocol/workbench';
import type { DraftReading } from '../draft/read-draft';
import { missingPart } from '../trial/is-ready';

type VerdictProps = Readonly<{
  reading: DraftReading;
  /** `undefined` without a tab and until the draft was tried. */
  trial: Trial | undefined;
  /** What the tracker knows of it; `undefined` where nobody is signed in. */
  match: Match | undefined;
}>;

/** Whether the draft would record the page, in a few words. A doubtful match is not ready. */
export function Verdict({ reading, trial, match }: VerdictProps): JSX.Element | null {
  if (reading.state !== 'good') return <span class="tag bad">{text('workbench_verdict_wrong')}</span>;
  if (trial === undefined) return null;
  const missing = missingPart(trial);
  const page = reading.definition.pages.find(({ kind }) => kind === trial.page);
  // A player in a frame of another host is not seen from the page.
  const isHidden = missing === 'play' && page?.player?.inFrame === true;
  if (missing === undefined || isHidden) return <MatchVerdict state={match?.state} />;
  return <span class="tag wait">{text(`workbench_verdict_${missing}`)}</span>;
}

function MatchVerdict({ state }: Readonly<{ state: Match['state'] | undefined }>): JSX.Element | null {
  if (state === 'open') return null;
  if (state === 'review') return <span class="tag wait">{text('later_review')}</span>;
  if (state === 'unmatched') return <span class="tag wait">{text('later_unmatched')}</span>;
  return <span class="tag good">{text('workbench_verdict_good')}</span>;
}
