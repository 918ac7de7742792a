import { readSettings } from '../core/settings/settings';
import { settingsStore } from '../platform/storage/stores';
import { openTab, ownPage, tab } from '../platform/browser/tabs';
import { setToolbar } from '../platform/browser/toolbar';
import type { WorkerJobs } from './jobs';
import { scrobbleNow } from './recording/user-actions';
import { tabViewOf } from './display/publish-view';
import { changeSite } from './sites/settings-actions';
import { siteOf } from './sites/sites';
import { tabStore } from './state/tab-state';
import { toolbarStateOf } from './display/toolbar-state';
import type { AppContext } from './context/context';

/** What keys and the menu of the icon do; both name the same things. Where there is nothing to do, the tooltip says why. */
export async function runCommand(
  context: AppContext,
  jobs: WorkerJobs,
  name: string,
  tabId: number | undefined,
): Promise<void> {
  switch (name) {
    case 'scrobble-now':
      if (tabId === undefined) return;
      await jobs.runExclusive(() => scrobbleNow(context, tabId)).catch(() => undefined);
      jobs.deliverSoon();
      return showToolbarState(context, tabId);
    case 'pause-here':
      return tabId === undefined ? undefined : pauseHere(context, jobs, tabId);
    case 'pause':
      return pauseUntil(jobs, context.now() + hour);
    case 'resume':
      return pauseUntil(jobs, 0);
    case 'options':
      return openTab(ownPage('src/options/index.html'));
  }
}

/** The site of this tab is switched off, or on again. The key or the menu itself lets us see which it is. */
async function pauseHere(context: AppContext, jobs: WorkerJobs, tabId: number): Promise<void> {
  const url = (await tab(tabId))?.url;
  const site = url === undefined ? undefined : await siteOf(url);
  if (site !== undefined) {
    await jobs.runExclusive(() => changeSite({ siteId: site.connector.id, enabled: !site.state.enabled }));
    await jobs.refreshSites();
  }
  await showToolbarState(context, tabId);
}

async function pauseUntil(jobs: WorkerJobs, pausedUntil: number): Promise<void> {
  await settingsStore.set(readSettings({ ...(await settingsStore.get()), pausedUntil }));
  await jobs.refreshSites();
}

/** The icon of a tab as it is now, also where no script has ever spoken: with the access that the person's act gives. */
export async function showToolbarState(context: AppContext, tabId: number): Promise<void> {
  await setToolbar(
    tabId,
    toolbarStateOf(await tabViewOf(context, await tabStore(tabId).get(), (await tab(tabId))?.url)),
  );
}

const hour = 3_600_000;
