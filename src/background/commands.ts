import { readSettings } from '../core/settings/settings';
import { settingsStore } from '../platform/storage/stores';
import { openTab, ownPage, tab } from '../platform/browser/tabs';
import { setToolbar } from '../platform/browser/toolbar';
import type { WorkerMotions } from './jobs';
import { scrobbleNow } from './recording/user-actions';
import { viewOf } from './display/publish-view';
import { changeSite } from './sites/settings-actions';
import { siteOf } from './sites/sites';
import { tabStore } from './state/tab-state';
import { lookOf } from './display/toolbar-state';
import type { World } from './context/context';

/** What keys and the menu of the icon do; both name the same things. Where there is nothing to do, the tooltip says why. */
export async function runCommand(
  world: World,
  motions: WorkerMotions,
  name: string,
  tabId: number | undefined,
): Promise<void> {
  switch (name) {
    case 'scrobble-now':
      if (tabId === undefined) return;
      await motions.inTurn(() => scrobbleNow(world, tabId)).catch(() => undefined);
      motions.deliverSoon();
      return showLook(world, tabId);
    case 'pause-here':
      return tabId === undefined ? undefined : pauseHere(world, motions, tabId);
    case 'pause':
      return pauseUntil(motions, world.now() + hour);
    case 'resume':
      return pauseUntil(motions, 0);
    case 'options':
      return openTab(ownPage('src/options/index.html'));
  }
}

/** The site of this tab is switched off, or on again. The key or the menu itself lets us see which it is. */
async function pauseHere(world: World, motions: WorkerMotions, tabId: number): Promise<void> {
  const url = (await tab(tabId))?.url;
  const site = url === undefined ? undefined : await siteOf(url);
  if (site !== undefined) {
    await motions.inTurn(() => changeSite({ siteId: site.connector.id, enabled: !site.state.enabled }));
    await motions.refreshSites();
  }
  await showLook(world, tabId);
}

async function pauseUntil(motions: WorkerMotions, pausedUntil: number): Promise<void> {
  await settingsStore.set(readSettings({ ...(await settingsStore.get()), pausedUntil }));
  await motions.refreshSites();
}

/** The icon of a tab as it is now, also where no script has ever spoken: with the access that the person's act gives. */
export async function showLook(world: World, tabId: number): Promise<void> {
  await setToolbar(tabId, lookOf(await viewOf(world, await tabStore(tabId).get(), (await tab(tabId))?.url)));
}

const hour = 3_600_000;
