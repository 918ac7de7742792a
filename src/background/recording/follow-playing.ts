import { watchPageChanges } from '../../platform/browser/page-changes';
import { allTabStates, type TabState } from '../state/tab-state';

/** Listens to page changes while a tab plays. */
export async function followPlaying(): Promise<void> {
  watchPageChanges((await allTabStates()).some(isPlaying));
}

/** The same after a report of one tab; the other tabs are read only if this one has stopped. */
export async function followTab(before: TabState, after: TabState): Promise<void> {
  if (isPlaying(after)) watchPageChanges(true);
  else if (isPlaying(before)) await followPlaying();
}

function isPlaying({ watch: { session } }: TabState): boolean {
  return session?.playback.state === 'playing';
}
