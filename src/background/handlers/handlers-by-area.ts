import { sendToTab } from '../../platform/messaging/tab-messages';
import type { recordingMessages, pageRequestMessages } from '../../protocol/messages/recording';
import { showToolbar } from '../display/toolbar';
import { handleHello } from '../recording/handle-hello';
import { handleReport } from '../recording/handle-report';
import { dismissTitle, recordTab, restoreTitle } from '../recording/user-actions';
import { Undelivered, type HandlersOf, type Jobs } from './handler';
import type { Media } from '../../core/media/media';
import type { accountMessages, trackerMessages } from '../../protocol/messages/account';
import { signOut } from '../account/account';
import { decideForeignQueue } from '../account/claim-queue';
import { pollSignIn } from '../account/poll-sign-in';
import { cancelSignIn, startSignIn } from '../account/sign-in';
import { tracker } from '../account/tracker-client';
import { markTitle } from '../delivery/send-entry';
import { ownArea } from '../../platform/storage/own-area';
import type { dataMessages, settingsMessages, storedMessages } from '../../protocol/messages/data';
import { importBackup, eraseAll } from '../data/own-data';
import { clearActivity, listActivity, clearLog, listLog } from '../state/activity-log';
import type { reviewMessages } from '../../protocol/messages/review';
import {
  changeCorrection,
  removeCorrection,
  restoreCorrection,
  setCorrection,
  type CorrectionChange,
  type CorrectionInput,
  searchMedia,
} from '../review/corrections';
import {
  changeHistory,
  type WishInput,
  acceptMatch,
  dropEntry,
  retryEntries,
} from '../review/outbox-actions';
import { listOutbox } from '../review/list-outbox';
import { listSites, changeSettings, changeSite } from '../sites/settings-actions';
import {
  addReadingAid,
  askEndpoint,
  askPageWorld,
  readEndpoint,
  readPageWorld,
} from '../sites/page-requests';
import { recordUncoveredPlay } from '../sites/connector-health';
import { allTabStates } from '../state/tab-state';
import type { connectorMessages, workbenchMessages } from '../../protocol/messages/workbench';
import { resolve, type ResolveQuery } from '../delivery/resolver';
import { askWorkbench, definitionOnTrial } from '../workbench/taught-page';
import { removeConnector, saveConnector, submitConnector } from '../workbench/definitions';

export const recordingHandlers: HandlersOf<typeof recordingMessages> = {
  hello: delivering(handleHello),
  report: {
    run: delivering(handleReport),
    // The tab may next show a page that sends nothing: one without access, or an error page.
    after: async ({ pageChanged }, { cause }, _, { tabId }) => {
      if (cause === 'leave' && tabId !== undefined) pageChanged(tabId);
    },
  },

  'tab.view': {
    // The tab's report is handled first, so the view includes it.
    before: ({ tabId }) => sendToTab(tabId, 'report'),
    run: (context, { tabId }) => showToolbar(context, tabId),
  },
  'tab.scrobble-now': (context, { tabId }) => recordTab(context, tabId),
  'tab.not-me': (context, { tabId, undo }) =>
    undo === true ? restoreTitle(tabId) : dismissTitle(context, tabId),
};

/** Answers a script's message, and starts a delivery only if there is something new to send. */
function delivering<Message extends unknown[], Output>(
  handle: (...message: Message) => Promise<Readonly<{ output: Output; stored: boolean }>>,
) {
  return async (...message: Message) => {
    const { output, stored } = await handle(...message);
    return stored ? output : new Undelivered(output);
  };
}

export const accountHandlers: HandlersOf<typeof accountMessages> = {
  'account.sign-in': (context, _input, _sender, runExclusive) => startSignIn(context, runExclusive),
  'account.cancel': cancelSignIn,
  'account.sign-out': {
    run: (context, { remove = false }) => signOut(context, remove),
    after: ({ refreshViews, revokeSoon }) => {
      revokeSoon();
      return refreshViews();
    },
  },
  'account.poll': {
    run: (context, _input, _sender, runExclusive) => pollSignIn(context, runExclusive),
    after: async ({ deliverSoon, revokeSoon }, _, isSignedIn) => {
      if (!isSignedIn) return;
      revokeSoon();
      deliverSoon();
    },
  },
  'account.adopt-queue': (context, { send }) => decideForeignQueue(context, send),
};

export const trackerHandlers: HandlersOf<typeof trackerMessages> = {
  'tracker.person': async (context) => (await (await tracker(context)).person()).name ?? null,
  'tracker.dashboard': async (context) => (await tracker(context)).dashboard(),
  'tracker.widget': async (context, { apiUrl, page }) => (await tracker(context)).getWidget(apiUrl, page),
  'tracker.page': async (context, { path, page, body }) => {
    const client = await tracker(context);
    if (path === '/scrobble' && body !== undefined) return client.scrobble(body as never);
    return body === undefined ? client.page(path, page) : client.call('POST', path, body);
  },
  'tracker.status': async (context, { media }) =>
    (await (await tracker(context)).status(media as Media)) ?? null,
  'tracker.mark': (context, { media, mark }) => markTitle(context, media as Media, mark),
  'tracker.channel': async (context, { id }) => (await tracker(context)).channel(id),
};

export const dataHandlers: HandlersOf<typeof dataMessages> = {
  'activity.list': (context, { before, limit }) => listActivity(context, before, limit),
  'activity.clear': clearActivity,

  'log.list': (context, { before, limit }) => listLog(context, before, limit),
  'log.clear': clearLog,

  'data.import': {
    run: (context, { backup, parts }) => importBackup(context, backup, new Set(parts)),
    after: ({ refreshSites }) => refreshSites(),
  },
  'data.erase': { run: eraseAll, after: ({ refreshSites }) => refreshSites() },
};

export const storedHandlers: HandlersOf<typeof storedMessages> = {
  'stored.read': (_, { keys }) => ownArea.get(keys),
  'stored.write': (_, values) => ownArea.set(values),
};

export const reviewHandlers: HandlersOf<typeof reviewMessages> = {
  'media.search': searchMedia,

  // The schema types each field of `media` as present or undefined, our type as optional.
  'corrections.set': (context, input) => setCorrection(context, input as CorrectionInput),
  'corrections.change': (context, input) => changeCorrection(context, input as CorrectionChange),
  'corrections.remove': (context, { id }) => removeCorrection(context, id),
  'corrections.restore': (context, { correction }) => restoreCorrection(context, correction),

  'history.want': (context, input) => changeHistory(context, input as WishInput),

  'outbox.list': listOutbox,
  'outbox.retry': (context, { id }) => retryEntries(context, id),
  'outbox.accept': (context, { id }) => acceptMatch(context, id),
  'outbox.drop': (context, { id }) => dropEntry(context, id),
};

export const pageRequestHandlers: HandlersOf<typeof pageRequestMessages> = {
  endpoint: askEndpoint,
  'page-world': (_, query, sender) => askPageWorld(query, sender),
  uncovered: recordUncoveredPlay,
  'reading-aid': (_context, _input, sender) => addReadingAid(sender),
};

export const settingsHandlers: HandlersOf<typeof settingsMessages> = {
  'settings.set': { run: changeSettings, after: applySettings },
  'sites.list': () => listSites(),
  'sites.set': { run: (_, change) => changeSite(change), after: ({ refreshSites }) => refreshSites() },
  'sites.refresh': { run: async () => undefined, after: ({ refreshSites }) => refreshSites() },
};

/** Applies changed settings everywhere. */
async function applySettings(jobs: Jobs, changed: Readonly<Record<string, unknown>>): Promise<void> {
  if (SCRIPT_SETTINGS.some((name) => name in changed)) await jobs.refreshSites();
  else await jobs.refreshViews();
  // The new settings may record what the old ones skipped, and no event of the page would cause a report.
  for (const { tabId } of await allTabStates()) void sendToTab(tabId, 'report');
}

/** Settings that decide where a script runs; other changes leave the pages alone. */
const SCRIPT_SETTINGS = ['pausedUntil', 'privateWindows'];

export const connectorHandlers: HandlersOf<typeof connectorMessages> = {
  'connectors.save': {
    run: (_, { definition }) => saveConnector(definition),
    after: ({ refreshSites }) => refreshSites(),
  },
  'connectors.remove': {
    run: (_, { id }) => removeConnector(id),
    after: ({ refreshSites }) => refreshSites(),
  },
  'connectors.submit': submitConnector,
  'connectors.submitted': async (context) => (await tracker(context)).list('/matinee/connectors'),
};

export const workbenchHandlers: HandlersOf<typeof workbenchMessages> = {
  'workbench.ask': (_, { tabId, question }) => askWorkbench(tabId, question),
  'workbench.match': async (context, query) =>
    (await resolve(context, { ...(query as ResolveQuery), readConfidence: 1, isBacklog: true })) ?? null,
  'workbench.endpoint': async (context, query, sender) =>
    readEndpoint(context, await definitionOnTrial(sender, query.url), query),
  'workbench.page-world': async (_, { url }, sender) =>
    readPageWorld(await definitionOnTrial(sender, url), sender),
};
