import type { Handlers } from '../platform/messaging/message-router';
import { sendToTab } from '../platform/messaging/tab-messages';
import { accountStore, ownConnectorsStore } from '../platform/storage/stores';
import { tab } from '../platform/browser/tabs';
import { setToolbar } from '../platform/browser/toolbar';
import { signOut } from './account/account';
import { listActivity } from './state/activity-log';
import { exportBackup, importBackup } from './data/backup';
import {
  changeCorrection,
  removeCorrection,
  restoreCorrection,
  setCorrection,
  type CorrectionInput,
} from './review/corrections';
import { eraseAll } from './state/erase';
import { handleHello } from './recording/handle-hello';
import { handleReport } from './recording/handle-report';
import { acceptMatch, dropEntry, listOutbox, retryEntries } from './review/outbox-actions';
import { askEndpoint, askPageWorld, bringReadingAid, endpointOf, pageWorldOf } from './sites/page-requests';
import { notMe, scrobbleNow } from './recording/user-actions';
import { problemReport } from './data/problem-report';
import { tabViewOf } from './display/publish-view';
import { searchMedia } from './review/search-media';
import { changeSettings, changeSite } from './sites/settings-actions';
import { cancelSignIn, decideForeignQueue, pollSignIn, startSignIn } from './account/sign-in';
import { listSites } from './sites/list-sites';
import { allTabStates, tabStore } from './state/tab-state';
import { toolbarStateOf } from './display/toolbar-state';
import { tracker } from './account/tracker-client';
import { askWorkbench, requireValidDefinition, trialStore } from './workbench/ask-page';
import { submitConnector } from './workbench/submit';
import type { AppContext } from './context/context';

/** What the handlers may set in motion, beside answering. */
export interface Jobs {
  /** Runs work that changes sessions, outbox or leases, one after the other. */
  readonly runExclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Sends what is due, without holding up an answer. */
  readonly deliverSoon: () => void;
  /** Brings scripts, views and icons in line with access, sites and settings. */
  readonly refreshSites: () => Promise<void>;
  readonly refreshViews: () => Promise<void>;
}

/** One handler a message: a line each that says what it comes to. */
export function createHandlers(
  ready: Promise<AppContext>,
  { runExclusive, deliverSoon, refreshSites, refreshViews }: Jobs,
): Handlers {
  /** Changes what is stored: never before it is in the form of this version, and never where a newer one has written. */
  const change = (work: () => Promise<unknown>) =>
    runExclusive(async () => {
      await ready;
      await work();
    });
  const act = async (work: (context: AppContext) => Promise<unknown>): Promise<null> => {
    await runExclusive(async () => work(await ready));
    deliverSoon();
    return null;
  };
  return {
    hello: (input, sender) => runExclusive(async () => handleHello(await ready, input, sender)),
    report: async (input, sender) => {
      const { output, stored } = await runExclusive(async () => handleReport(await ready, input, sender));
      if (stored) deliverSoon();
      return output;
    },
    endpoint: async (input, sender) => askEndpoint(await ready, input, sender),
    'page-world': async (input, sender) => askPageWorld(await ready, input, sender),
    'reading-aid': (_, sender) => bringReadingAid(sender),

    'tab.view': async ({ tabId }) => {
      await sendToTab(tabId, 'report');
      const context = await ready;
      const view = await runExclusive(async () =>
        tabViewOf(context, await tabStore(tabId).get(), (await tab(tabId))?.url),
      );
      // Where no script runs nothing else would ever set the icon; the opened popup lets us see where we are.
      await setToolbar(tabId, toolbarStateOf(view));
      return view;
    },
    'tab.scrobble-now': ({ tabId }) => act((context) => scrobbleNow(context, tabId)),
    'tab.not-me': ({ tabId, undo }) => act((context) => notMe(context, tabId, undo === true)),

    'account.sign-in': async () => startSignIn(await ready),
    'account.poll': async () => {
      if (await pollSignIn(await ready)) deliverSoon();
      return null;
    },
    'account.cancel': async () => cancelSignIn(await ready),
    'account.sign-out': async () => {
      await signOut(await ready);
      await refreshViews();
      return accountStore.get();
    },
    'account.adopt-queue': ({ send }) => act((context) => decideForeignQueue(context, send)),

    'settings.set': async (patch) => {
      await act((context) => changeSettings(context, patch));
      // Only these decide where a script runs; for the others no page is disturbed.
      if (['pausedUntil', 'privateWindows'].some((name) => name in patch)) await refreshSites();
      else await refreshViews();
      // What was skipped by the old settings may not be by the new ones, and nothing on the page tells.
      for (const { tabId } of await allTabStates()) void sendToTab(tabId, 'report');
      return null;
    },
    'sites.list': () => listSites(),
    'sites.set': async (input) => {
      await change(() => changeSite(input));
      await refreshSites();
      return null;
    },
    'sites.refresh': async () => {
      await refreshSites();
      return null;
    },

    'media.search': async (input) => searchMedia(await ready, input),
    'corrections.set': async (input) => {
      const correction = await runExclusive(async () => setCorrection(await ready, input as CorrectionInput));
      deliverSoon();
      return correction;
    },
    'corrections.change': (input) =>
      act((context) => changeCorrection(context, input as Parameters<typeof changeCorrection>[1])),
    'corrections.remove': ({ id }) => act((context) => removeCorrection(context, id)),
    'corrections.restore': ({ correction }) => act((context) => restoreCorrection(context, correction)),

    'outbox.list': async () => listOutbox(await ready),
    'outbox.retry': ({ id }) => act((context) => retryEntries(context, id)),
    'outbox.accept': ({ id }) => act((context) => acceptMatch(context, id)),
    'outbox.drop': ({ id }) => act((context) => dropEntry(context, id)),

    'activity.list': async ({ before, limit }) => listActivity(await ready, before, limit),
    'log.list': async () => [],
    'log.clear': async () => null,
    'activity.clear': async () => {
      await (await ready).database.clear('activity');
      return null;
    },

    'tracker.dashboard': async () => (await tracker(await ready)).dashboard(),
    'tracker.widget': async ({ apiUrl }) => (await tracker(await ready)).getWidget(apiUrl),
    'tracker.channel': async ({ id }) => (await tracker(await ready)).channel(id),

    'connectors.save': async ({ definition }) => {
      const good = requireValidDefinition(definition);
      await change(async () =>
        ownConnectorsStore.set({ ...(await ownConnectorsStore.get()), [good.id]: good }),
      );
      await refreshSites();
      return { id: good.id };
    },
    'connectors.remove': async ({ id }) => {
      await change(async () => {
        const { [id]: _, ...others } = await ownConnectorsStore.get();
        await ownConnectorsStore.set(others);
      });
      await refreshSites();
      return null;
    },
    'connectors.submit': async (input) => submitConnector(await ready, input),
    'connectors.submitted': async () => (await tracker(await ready)).connectors(),

    'workbench.ask': async ({ tabId, question }) => askWorkbench(await ready, tabId, question),
    'workbench.endpoint': async (input, sender) =>
      endpointOf(await ready, await triedIn(sender.tabId), input),
    'workbench.page-world': async ({ reader }, sender) =>
      pageWorldOf(await triedIn(sender.tabId), reader, sender),

    'data.export': async () => exportBackup(await ready),
    'data.import': async ({ backup }) => {
      await act((context) => importBackup(context, backup));
      await refreshSites();
      return null;
    },
    'data.erase': async () => {
      await runExclusive(async () => eraseAll(await ready));
      await refreshSites();
      return null;
    },
    'problem.report': async ({ titles }) => problemReport(await ready, titles),
  };
}

async function triedIn(tabId: number | undefined) {
  return tabId === undefined ? undefined : trialStore(tabId).get();
}
