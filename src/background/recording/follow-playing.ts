import { watchPageChanges } from '../../platform/browser/page-changes';
import { allTabStates, type TabState } from '../state/tab-state';

/** Listens to changes of pages as long as a tab plays. */
export async function followPlaying(): Promise<void> {
  watchPageChanges((await allTabStates()).some(isPlaying));
}

/** The same after a report of one tab; the others are read only where this one has stopped. */
export async function followTab(before: TabState, after: TabState): Promise<void> {
  if (isPlaying(after)) watchPageChanges(true);
  else if (isPlaying(before)) await followPlaying();
}

function isPlaying({ watch: { session } }: TabState): boolean {
  return session?.playback.state === 'playing';
}
