import type { TabView } from '../../core/status/tab-view';
import { deepEqual } from '../../core/values/deep-equal';
import { setToolbar } from '../../platform/browser/toolbar';
import { viewStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import type { TabState } from '../state/tab-state';
import { collectFacts } from './collect-facts';
import { notifyChange } from './notify';
import { toTabView } from './to-tab-view';
import { toolbarStateOf } from './toolbar-state';

/**
 * Brings what people see of a tab up to date: the view that the popup opens from, the toolbar icon, and
 * notifications. `isNewDocument`: the browser has reset the icon of the tab.
 */
export async function publishView(
  context: AppContext,
  state: TabState,
  isNewDocument = false,
): Promise<TabView> {
  const view = await tabViewOf(context, state);
  const store = viewStore(state.tabId);
  const before = await store.get();
  await store.set(view);
  const toolbar = toolbarStateOf(view);
  if (isNewDocument || before === undefined || !deepEqual(toolbarStateOf(before), toolbar))
    await setToolbar(state.tabId, toolbar);
  await notifyChange(before, view);
  return view;
}

/** What is true of a tab now. `url`: the tab's address where no script has reported one. */
export async function tabViewOf(context: AppContext, state: TabState, url?: string): Promise<TabView> {
  return toTabView(await collectFacts(context, state, url));
}
