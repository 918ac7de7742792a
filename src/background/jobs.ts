import { isPaused } from '../core/settings/settings';
import { forgetAlarm, wakeAt, wakeExactlyAt } from '../platform/browser/alarms';
import { openTab, ownPage } from '../platform/browser/tabs';
import { storageItem } from '../platform/storage/storage-item';
import { settingsStore } from '../platform/storage/stores';
import { SIGN_IN_ALARM } from './account/pending-sign-in';
import { pollSignIn } from './account/poll-sign-in';
import { REVOCATION_ALARM, revokeTokens } from './account/revocation';
import type { AppContext } from './context/context';
import { createMutex, type RunExclusive } from './context/mutex';
import { pause } from './context/pause';
import { refreshMenu } from './display/context-menu';
import { publishViews } from './display/publish-view';
import { CHANGES_ALARM } from './delivery/deliver-changes';
import type { Jobs } from './handlers/handler';
import { createDelivery } from './jobs/delivery-job';
import { createReportError, type ReportError } from './jobs/report-error';
import { closeMissedTabs, closeTab, leaveTab } from './jobs/tab-jobs';
import { readEnvironment } from './sites/environment';
import { reachOpenTabs, registerScripts } from './sites/register-scripts';
import { CATALOGUE_ALARM, scheduleCatalogue, openCatalogue } from './state/catalogue-alarm';
import { OUTBOX_ALARM, wakeForOutbox } from './state/outbox-alarm';
import { allTabStates } from './state/tab-state';

/** What the worker does without being asked: one function per event of the browser. */
interface WorkerJobs extends Jobs {
  readonly workerStarted: () => void;
  readonly browserStarted: () => void;
  readonly installed: (reason: 'install' | 'update' | 'other') => void;
  readonly tabClosed: (tabId: number) => void;
  readonly accessChanged: () => void;
  readonly alarmRang: (name: string) => void;
  readonly reportError: ReportError;
}

interface SiteJobs extends Jobs {
  /** Tabs that an event named since this worker started: closed, or with another page. */
  readonly changedTabs: Pick<ReadonlySet<number>, 'has'>;
  readonly reportError: ReportError;
}

/** Does the work without being waited for; an error is reported. */
type RunDetached = (work: (context: AppContext) => Promise<unknown>) => void;

/** Does the work without being waited for, and sends what it has stored, if any. */
type RunAndDeliver = (work: (context: AppContext) => Promise<boolean>) => void;

/**
 * `ready` rejects where the stored data may not be used; then every job reports that error and does nothing.
 */
export function createJobs(ready: Promise<AppContext>, runExclusive: RunExclusive): WorkerJobs {
  const reportError = createReportError(ready);
  const runDetached: RunDetached = (work) => void ready.then(work).catch(reportError);
  const refreshViews = createRetried(ready, reportError, (context) => publishAllViews(context, runExclusive));
  const refreshSites = createRetried(ready, reportError, (context) =>
    applySites(context, runExclusive, siteJobs),
  );
  const deliver = createDelivery({ ready, runExclusive, delivered: refreshViews });
  const revokeSoon = () => runDetached((context) => revokeTokens(context, runExclusive));
  const deliverSoon = () => runDetached(deliver);
  const runAndDeliver: RunAndDeliver = (work) =>
    runDetached(async (context) => {
      if (await work(context)) deliverSoon();
    });
  const { changedTabs, ...tabJobs } = createTabJobs(runExclusive, runAndDeliver, reportError);
  const jobs = { deliverSoon, revokeSoon, refreshSites, refreshViews, ...tabJobs };
  const siteJobs: SiteJobs = { ...jobs, changedTabs, reportError };
  const accessChanged = () => runDetached(refreshSites);
  return {
    ...jobs,
    ...createStartJobs(runDetached, runExclusive, siteJobs),
    reportError,
    accessChanged,
    alarmRang(name) {
      if (name === OUTBOX_ALARM || name === CHANGES_ALARM) deliverSoon();
      if (name === REVOCATION_ALARM) revokeSoon();
      if (name === PAUSE_ALARM || name === START_ALARM) accessChanged();
      if (name === CATALOGUE_ALARM) runDetached(openCatalogue);
      if (name === SIGN_IN_ALARM) runAndDeliver((context) => pollSignIn(context, runExclusive));
    },
  };
}

/**
 * Brings something in line with what is stored, one run at a time: a call during a run returns when that has
 * ended and another one has followed it. What a message asked for is stored before, so that its answer is no
 * error where storage refuses only this, and does not wait until it is tried again.
 */
function createRetried(
  ready: Promise<AppContext>,
  reportError: ReportError,
  work: (context: AppContext) => Promise<void>,
): () => Promise<void> {
  const runExclusive = createMutex();
  return async () => {
    const context = await ready;
    const run = () => work(context).then(() => true);
    const retry = () => pause(1).then(() => untilStored(run, () => true, reportError));
    await runExclusive(run).catch((error: unknown) => {
      reportError(error);
      void retry().catch(reportError);
    });
  };
}

/** What is done when the worker, the browser or another version of the extension starts. */
function createStartJobs(runDetached: RunDetached, runExclusive: RunExclusive, jobs: SiteJobs) {
  let isStarted = false;
  const browserStarted = () => {
    isStarted = true;
    // An update clears the alarms: should the worker be stopped before it has read the queue, this one rings.
    runDetached(({ now }) => wakeForOutbox(now()));
    runDetached((context) => scheduleCatalogue(context, FIRST_LOOK));
    runDetached(jobs.refreshSites);
    jobs.deliverSoon();
  };
  return {
    browserStarted,
    workerStarted: () =>
      runDetached(async (context) => {
        if (await sitesAppliedStore.get()) await endMissedTabs(context, runExclusive, jobs);
        else if (!isStarted) browserStarted();
      }),
    installed(reason: 'install' | 'update' | 'other') {
      browserStarted();
      runDetached(async ({ log, version }) => log.info('installed', { detail: `${reason} ${version}` }));
      if (reason === 'install') runDetached(() => openTab(ownPage('src/options/welcome.html')));
    },
  };
}

/** What is done about tabs that are closed, or left for another page. */
function createTabJobs(runExclusive: RunExclusive, runAndDeliver: RunAndDeliver, reportError: ReportError) {
  /** The last event of each tab: what an earlier one meant is no longer true. */
  const changedTabs = new Map<number, symbol>();
  const handle = (tabId: number, work: (context: AppContext, isLast: () => boolean) => Promise<boolean>) => {
    const event = Symbol();
    changedTabs.set(tabId, event);
    const isLast = () => changedTabs.get(tabId) === event;
    runAndDeliver((context) => untilStored(() => work(context, isLast), isLast, reportError));
  };
  return {
    changedTabs,
    tabClosed: (tabId: number) => handle(tabId, (context) => closeTab(context, runExclusive, tabId)),
    pageChanged: (tabId: number) =>
      handle(tabId, async (context, isLast) => {
        // The page itself knows best where it was left.
        await pause(LAST_REPORT);
        // A redirect: the tab may show a page by now that is recorded.
        return isLast() && leaveTab(context, runExclusive, tabId);
      }),
  };
}

/**
 * Seconds from the event that another page is shown until the last report of the one before has arrived:
 * 6 to 13 ms were measured in Chromium.
 */
const LAST_REPORT = 0.25;

/**
 * An event of the browser, or a change of settings, comes once: where storage refuses what it leads to, that
 * is tried again after 1, 2 and 4 s, as long as it is `isWanted`. A tab that seems to play on would keep its
 * title from any other tab. True also after a refusal: what comes before it may have been stored.
 */
async function untilStored(
  work: () => Promise<boolean>,
  isWanted: () => boolean,
  reportError: ReportError,
): Promise<boolean> {
  let isRefused = false;
  for (const seconds of [1, 2, 4])
    try {
      return (await work()) || isRefused;
    } catch (error) {
      isRefused = true;
      reportError(error);
      await pause(seconds);
      if (!isWanted()) return true;
    }
  await work();
  return true;
}

async function publishAllViews(context: AppContext, runExclusive: RunExclusive): Promise<void> {
  await runExclusive(async () => {
    const environment = await readEnvironment(context);
    await publishViews(context, environment, await allTabStates());
  });
}

/** Brings registered scripts, open tabs, views and the menu in line with access, sites and settings. */
async function applySites(context: AppContext, runExclusive: RunExclusive, jobs: SiteJobs): Promise<void> {
  // Should the worker be stopped before it has reached every page, or storage refuse it, this repeats it.
  await wakeAt(START_ALARM, context.now() + 30_000);
  // A host that the browser refuses must not keep the open tabs and the views from being refreshed.
  const isRegistered = await registerScripts().then(() => true, jobs.reportError);
  await endMissedTabs(context, runExclusive, jobs);
  await reachOpenTabs();
  if (isRegistered === true) await sitesAppliedStore.set(true);
  await forgetAlarm(START_ALARM);
  await jobs.refreshViews();
  const now = context.now();
  const settings = await settingsStore.get();
  const { pausedUntil } = settings;
  if (isPaused(settings, now) && pausedUntil > 0) await wakeExactlyAt(PAUSE_ALARM, pausedUntil);
  else await forgetAlarm(PAUSE_ALARM);
  await refreshMenu(now);
}

async function endMissedTabs(
  context: AppContext,
  runExclusive: RunExclusive,
  jobs: Pick<SiteJobs, 'changedTabs' | 'deliverSoon'>,
): Promise<void> {
  if ((await closeMissedTabs(context, runExclusive, jobs.changedTabs)) > 0) jobs.deliverSoon();
}

/**
 * The scripts are registered as the settings of this version say, and run in the pages that were open.
 * Missing after a start of the browser and after an update, until that is done: the worker can be killed
 * before it has followed their event.
 */
const sitesAppliedStore = storageItem({
  area: 'session',
  key: 'sites-applied',
  read: (stored) => stored === true,
});

/** Starts a worker that was stopped before the scripts ran; its start does the rest. */
const START_ALARM = 'start';

/** After a start, in milliseconds: others have more to do then. */
const FIRST_LOOK = 300_000;

/** Rings when a pause ends, so that the pages that were left alone are recorded again. */
const PAUSE_ALARM = 'pause';
