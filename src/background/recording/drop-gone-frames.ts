import { isAlive } from '../../platform/messaging/tab-messages';
import type { TabState } from '../state/tab-state';

/**
 * The tab without the playback of frames that are no longer there: a page that replaces its player frame does
 * not always let it report its end, and the next episode must not get its position. Asked only where several
 * frames have had a player. A frame that does not answer within a second is kept: its document is still
 * there, and dropping it would lose the place of what it shows. Should it never report again, it no longer
 * counts as playing after a time (`mergeFrames`).
 */
export async function dropGoneFrames(state: TabState, reporting: number): Promise<TabState> {
  const { tabId, playbacks } = state;
  const others = Object.keys(playbacks).filter((frameId) => Number(frameId) !== reporting);
  const alive = await Promise.all(others.map((frameId) => isAlive(tabId, { frameId: Number(frameId) })));
  const gone = new Set(others.filter((_, index) => !alive[index]));
  if (gone.size === 0) return state;
  const kept = Object.entries(playbacks).filter(([frameId]) => !gone.has(frameId));
  return { ...state, playbacks: Object.fromEntries(kept) };
}
