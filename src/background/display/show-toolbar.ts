import type { TabView } from '../../core/status/status';
import { tab } from '../../platform/browser/tabs';
import { setToolbar } from '../../platform/browser/toolbar';
import type { AppContext } from '../context/context';
import { readEnvironment } from '../sites/environment';
import { tabStore } from '../state/tab-state';
import { collectFacts, readShared } from './collect-facts';
import { toTabView } from './to-tab-view';
import { toolbarStateOf } from './toolbar-state';

/**
 * Shows the current state of a tab on the toolbar, and returns it. Also for tabs without a script: a click on
 * the icon, or a keyboard shortcut, gives access to the tab's address.
 */
export async function showToolbar(context: AppContext, tabId: number): Promise<TabView> {
  const [found, environment, state] = await Promise.all([
    tab(tabId),
    readEnvironment(context),
    tabStore(tabId).get(),
  ]);
  const view = toTabView(
    await collectFacts(context, environment, await readShared([state]), state, found?.url),
  );
  await setToolbar(tabId, toolbarStateOf(view));
  return view;
}
