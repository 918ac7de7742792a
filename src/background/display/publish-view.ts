import { deepEqual } from '../../core/values/deep-equal';
import { setToolbar } from '../../platform/browser/toolbar';
import { viewStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
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
  environment: Environment,
  state: TabState,
  isNewDocument = false,
): Promise<void> {
  const store = viewStore(state.tabId);
  const [facts, before] = await Promise.all([collectFacts(context, environment, state), store.get()]);
  const view = toTabView(facts);
  await store.set(view);
  const toolbar = toolbarStateOf(view);
  if (isNewDocument || before === undefined || !deepEqual(toolbarStateOf(before), toolbar))
    await setToolbar(state.tabId, toolbar);
  if (environment.settings.notifications) await notifyChange(before, view);
}
