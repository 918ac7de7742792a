import type { Trial } from '../../../protocol/workbench';
import { reasonAgainstUse } from '../trial/is-ready';

/** What a draft in use waits for; `workbench_<name>` is the sentence for it. */
export function nextStep(
  trial: Trial | undefined,
  isRecorded: boolean,
): 'recorded' | 'go_back' | 'soon' | 'show_title' | 'still_missing' {
  if (isRecorded) return 'recorded';
  if (trial?.playback?.state !== 'playing') return 'go_back';
  const problem = reasonAgainstUse(trial, false);
  if (problem === undefined) return 'soon';
  if (problem === 'no_title') return 'show_title';
  return problem === 'still_missing' ? 'still_missing' : 'go_back';
}
