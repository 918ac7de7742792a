import type { Trial } from '../../../protocol/workbench';
import { reasonAgainstUse } from '../trial/is-ready';

/**
 * What a draft in use waits for; `workbench_<name>` is the sentence for it. A remembered title that the tab
 * has not shown since the draft is in use does not count as read.
 */
export function nextStep(
  trial: Trial | undefined,
  { isRecorded, isRead }: Readonly<{ isRecorded: boolean; isRead: boolean }>,
): 'recorded' | 'go_back' | 'soon' | 'show_title' | 'still_missing' {
  if (isRecorded) return 'recorded';
  if (trial?.playback?.state !== 'playing') return 'go_back';
  const problem = reasonAgainstUse(trial, false);
  if (problem === undefined) return isRead ? 'soon' : 'show_title';
  if (problem === 'no_title') return 'show_title';
  return problem === 'still_missing' ? 'still_missing' : 'go_back';
}
