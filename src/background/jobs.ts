import { isPaused } from '../core/settings/settings';
import { wakeAt } from '../platform/browser/alarms';
import { settingsStore } from '../platform/storage/stores';
import { allTabs, openTab, ownPage } from '../platform/browser/tabs';
import { allTabStates, tabOfSession, tabStore } from './state/tab-state';
import { removeSessionEntries } from '../platform/storage/session-entries';
import { dispatchDue } from './delivery/dispatcher';
import { endSession } from './recording/end-session';
import type { Jobs } from './message-handlers';
import { createMutex } from './context/mutex';
import { refreshMenu } from './display/context-menu';
import { publishView } from './display/publish-view';
import { reachOpenTabs, registerScripts } from './sites/sites';
import type { AppContext } from './context/context';

export interface WorkerJobs extends Jobs {
  readonly installed: (reason: 'install' | 'update' | 'other') => void;
  readonly started: () => void;
  readonly tabClosed: (tabId: number) => void;
  /** Where errors end that nobody waits for. */
  readonly report: (error: unknown) => void;
}

/** Rings when a pause is over: the pages that were left alone meanwhile are looked at again. */
export const pauseAlarm = 'pause';

/** What the worker does on its own account, each in its turn. Errors end here: there is nobody to throw them to. */
export function createJobs(ready: Promise<AppContext>): WorkerJobs {
  const runExclusive = createMutex();
  const sending = createMutex();
  const quietly = (work: () => Promise<unknown>): void => void work().catch(report);

  let again = false;
  let running = false;
  /** One run at a time; whatever is stored meanwhile is seen by the run that follows. */
  async function deliverAll(): Promise<void> {
    try {
      const context = await ready;
      do {
        again = false;
        await dispatchDue(context, async (sessionId) => runExclusive(() => showSession(context, sessionId)));
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
    const context = await ready;
    await runExclusive(async () => {
      for (const state of await allTabStates()) await publishView(context, state);
    });
  }

  async function closeTab(tabId: number): Promise<void> {
    const context = await ready;
    const known = await runExclusive(async () => {
      const state = await tabStore(tabId).get();
      const spoke = Object.keys(state.scripts).length > 0;
      if (spoke) await endSession(context, state);
      await removeSessionEntries([`tab:${tabId}`, `view:${tabId}`]);
      return spoke;
    });
    if (known) deliverSoon();
  }

  /** Tabs whose end nobody told: the worker was being replaced when they were closed. */
  async function forgetGoneTabs(): Promise<void> {
    const [states, tabs] = [await runExclusive(allTabStates), await allTabs()];
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
    runExclusive,
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

async function showSession(context: AppContext, sessionId: string): Promise<void> {
  const state = await tabOfSession(sessionId);
  if (state !== undefined) await publishView(context, state);
}

function report(error: unknown): void {
  // Shown under "Inspect views" of the browser's extension page; holds no title and no token.
  console.error('Matinee:', error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error');
}
