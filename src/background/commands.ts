import { openTab, ownPage, tab } from '../platform/browser/tabs';
import type { Handlers, Sender } from '../platform/messaging/message-router';
import type { AppContext } from './context/context';
import { showToolbar } from './display/toolbar';
import { siteOf } from './sites/sites';

/** Runs a command by its name; `tabId` is the tab in front. An unknown name does nothing. */
type RunCommand = (name: string, tabId: number | undefined) => Promise<void>;

/**
 * The commands of keyboard shortcuts and of the icon's menu. They change data through the message handlers,
 * as the pages do: under the same lock, and with the same steps afterwards.
 */
export function createCommands(ready: Promise<AppContext>, handlers: Handlers): RunCommand {
  const commands: Readonly<Record<string, (context: AppContext, tabId?: number) => Promise<unknown>>> = {
    'scrobble-now': (context, tabId) => recordTab(context, handlers, tabId),
    'pause-here': (context, tabId) => toggleSite(context, handlers, tabId),
    pause: ({ now }) => handlers['settings.set']({ pausedUntil: now() + HOUR }, WORKER),
    resume: () => handlers['settings.set']({ pausedUntil: 0 }, WORKER),
    options: () => openTab(ownPage('src/options/index.html')),
  };
  return async (name, tabId) => {
    await commands[name]?.(await ready, tabId);
  };
}

/** If there is nothing to record, the icon's tooltip shows why. */
async function recordTab(context: AppContext, handlers: Handlers, tabId: number | undefined): Promise<void> {
  if (tabId === undefined) return;
  await handlers['tab.scrobble-now']({ tabId }, WORKER).catch(() => undefined);
  await showToolbar(context, tabId);
}

/** Turns the site of a tab off or on. The command itself gives access to the tab's address. */
async function toggleSite(context: AppContext, handlers: Handlers, tabId: number | undefined): Promise<void> {
  if (tabId === undefined) return;
  const url = (await tab(tabId))?.url;
  const site = url === undefined ? undefined : await siteOf(url);
  if (site !== undefined)
    await handlers['sites.set']({ siteId: site.connector.id, enabled: !site.state.enabled }, WORKER);
  await showToolbar(context, tabId);
}

const WORKER: Sender = { private: false };
const HOUR = 3_600_000;
