import { watchPageChanges } from '../../platform/browser/page-changes';
import { allTabStates, type TabState } from '../state/tab-state';

/** Listens to changes of pages as long as a tab plays. */
export async function followPlaying(): Promise<void> {
  watchPageChanges((await allTabStates()).some(isFollowed));
}

/** The same after a report of one tab; the others are read only where this one has stopped. */
export async function followTab(before: TabState, after: TabState): Promise<void> {
  if (isFollowed(after)) watchPageChanges(true);
  else if (isFollowed(before)) await followPlaying();
}

export function isPlaying({ watch: { session } }: Pick<TabState, 'watch'>): boolean {
  return session?.playback.state === 'playing';
}

/** Also a tab whose next page is unknown. */
function isFollowed(state: TabState): boolean {
  return isPlaying(state) || state.awaitsHello === true;
}
