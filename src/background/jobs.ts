import { isPaused } from '../core/settings/settings';
import { wakeAt } from '../platform/browser/alarms';
import { settingsStore } from '../platform/storage/stores';
import { allTabs, openTab, ownPage } from '../platform/browser/tabs';
import { allTabStates, tabOfSession, tabStore } from './state/tab-state';
import { removeFromSession } from '../platform/storage/session-entries';
import { deliver } from './delivery/dispatcher';
import { endViewing } from './recording/end-session';
import type { Motions } from './message-handlers';
import { createTurn } from './context/mutex';
import { refreshMenu } from './display/context-menu';
import { publish } from './display/publish-view';
import { reachOpenTabs, registerScripts } from './sites/sites';
import type { World } from './context/context';

export interface WorkerMotions extends Motions {
  readonly installed: (reason: 'install' | 'update' | 'other') => void;
  readonly started: () => void;
  readonly tabClosed: (tabId: number) => void;
  /** Where errors end that nobody waits for. */
  readonly report: (error: unknown) => void;
}

/** Rings when a pause is over: the pages that were left alone meanwhile are looked at again. */
export const pauseAlarm = 'pause';

/** What the worker does on its own account, each in its turn. Errors end here: there is nobody to throw them to. */
export function createMotions(ready: Promise<World>): WorkerMotions {
  const inTurn = createTurn();
  const sending = createTurn();
  const quietly = (work: () => Promise<unknown>): void => void work().catch(report);

  let again = false;
  let running = false;
  /** One run at a time; whatever is stored meanwhile is seen by the run that follows. */
  async function deliverAll(): Promise<void> {
    try {
      const world = await ready;
      do {
        again = false;
        await deliver(world, async (sessionId) => inTurn(() => showSession(world, sessionId)));
      } while (again);
    } finally {
      // In the same breath as the last look at `again`: what is stored from now on begins a run of its own.
      running = false;
    }
  }
  function deliverSoon(): void {
    again = true;
    if (running) return;
    running = true;
    quietly(() => sending(deliverAll).then(refreshViews));
  }

  async function refreshViews(): Promise<void> {
    const world = await ready;
    await inTurn(async () => {
      for (const state of await allTabStates()) await publish(world, state);
    });
  }

  async function closeTab(tabId: number): Promise<void> {
    const world = await ready;
    const known = await inTurn(async () => {
      const state = await tabStore(tabId).get();
      const spoke = Object.keys(state.scripts).length > 0;
      if (spoke) await endViewing(world, state);
      await removeFromSession([`tab:${tabId}`, `view:${tabId}`]);
      return spoke;
    });
    if (known) deliverSoon();
  }

  /** Tabs whose end nobody told: the worker was being replaced when they were closed. */
  async function forgetGoneTabs(): Promise<void> {
    const [states, tabs] = [await inTurn(allTabStates), await allTabs()];
    const open = new Set(tabs.map(({ id }) => id));
    for (const { tabId } of states) if (!open.has(tabId)) await closeTab(tabId);
  }

  async function refreshSites(): Promise<void> {
    // A host that the browser refuses must not keep the other sites from being brought in line.
    await registerScripts().catch(report);
    await forgetGoneTabs();
    await reachOpenTabs();
    await refreshViews();
    const { now } = await ready;
    const settings = await settingsStore.get();
    if (isPaused(settings, now()) && settings.pausedUntil > 0) await wakeAt(pauseAlarm, settings.pausedUntil);
    await refreshMenu(now());
  }

  // A worker that is stopped in the middle of a tab's end never hears of it again; its successor looks for itself.
  quietly(async () => {
    await ready;
    await forgetGoneTabs();
  });

  return {
    inTurn,
    deliverSoon,
    refreshViews,
    refreshSites,
    report,
    installed(reason) {
      quietly(refreshSites);
      deliverSoon();
      if (reason === 'install') quietly(() => openTab(ownPage('src/options/welcome.html')));
    },
    started() {
      quietly(refreshSites);
      deliverSoon();
    },
    tabClosed: (tabId) => quietly(() => closeTab(tabId)),
  };
}

async function showSession(world: World, sessionId: string): Promise<void> {
  const state = await tabOfSession(sessionId);
  if (state !== undefined) await publish(world, state);
}

function report(error: unknown): void {
  // Shown under "Inspect views" of the browser's extension page; holds no title and no token.
  console.error('Matinee:', error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error');
}
