import { isPaused } from '../core/settings/settings';
import { forgetAlarm, wakeAt, wakeExactlyAt } from '../platform/browser/alarms';
import { openTab, ownPage } from '../platform/browser/tabs';
import { storageItem } from '../platform/storage/storage-item';
import { settingsStore } from '../platform/storage/stores';
import { SIGN_IN_ALARM } from './account/sign-in';
import { pollSignIn } from './account/poll-sign-in';
import { REVOCATION_ALARM, revokeTokens } from './account/revocation';
import { type AppContext, pause, createMutex, type RunExclusive } from './context/context';
import { refreshMenu } from './display/toolbar';
import { publishViews } from './display/publish-view';
import { CHANGES_ALARM } from './delivery/deliver-changes';
import type { Jobs } from './handlers/handler';
import { createDelivery } from './jobs/delivery-job';
import { createReportError, type ReportError } from './jobs/report-error';
import { closeMissedTabs, closeTab, leaveTab } from './jobs/tab-jobs';
import { readEnvironment } from './sites/environment';
import { reachOpenTabs, registerScripts } from './sites/register-scripts';
import {
  CATALOGUE_ALARM,
  scheduleCatalogue,
  openCatalogue,
  OUTBOX_ALARM,
  wakeForOutbox,
} from './state/alarms';
import { allTabStates } from './state/tab-state';

/** What the worker does by itself: one function per browser event. */
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
  /** Tabs named by an event since this worker started: closed, or showing another page. */
  readonly changedTabs: Pick<ReadonlySet<number>, 'has'>;
  readonly reportError: ReportError;
}

/** Starts work that nobody waits for; an error is reported. */
type RunDetached = (work: (context: AppContext) => Promise<unknown>) => void;

/** Starts work that nobody waits for, and sends what it has stored, if anything. */
type RunAndDeliver = (work: (context: AppContext) => Promise<boolean>) => void;

/** `ready` rejects if the stored data may not be used; every job then reports that error and does nothing. */
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
 * Applies stored state, one run at a time. A call during a run returns after that run and one more. A message
 * has stored its change before, so if storage fails only here, the message's answer is no error, and does not
 * wait for the retry.
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

/** The jobs at the start of the worker, of the browser or of another version of the extension. */
function createStartJobs(runDetached: RunDetached, runExclusive: RunExclusive, jobs: SiteJobs) {
  let isStarted = false;
  const browserStarted = () => {
    isStarted = true;
    // An update of the extension clears the alarms. If the worker is stopped before it has read the queue,
    // this alarm fires.
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

/** The jobs for tabs that are closed, or left for another page. */
function createTabJobs(runExclusive: RunExclusive, runAndDeliver: RunAndDeliver, reportError: ReportError) {
  /** The last event of each tab, which makes earlier ones obsolete. */
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
        // The page itself knows best where it was left, so its last report is awaited.
        await pause(LAST_REPORT);
        // After a redirect the tab may already show a recorded page.
        return isLast() && leaveTab(context, runExclusive, tabId);
      }),
  };
}

/**
 * Seconds from the event that another page is shown until the previous page's last report has arrived; 6 to
 * 13 ms were measured in Chromium.
 */
const LAST_REPORT = 0.25;

/**
 * A browser event or a change of settings comes only once. If storage fails for its work, that is retried
 * after 1, 2 and 4 s while it is still `isWanted`: a tab that seems to play on would keep its title from
 * other tabs. Also true after a failure, because earlier steps may have been stored.
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

/** Updates registered scripts, open tabs, views and the menu after a change of access, sites or settings. */
async function applySites(context: AppContext, runExclusive: RunExclusive, jobs: SiteJobs): Promise<void> {
  // If the worker is stopped before it has reached every page, or storage fails, this alarm repeats the work.
  await wakeAt(START_ALARM, context.now() + 30_000);
  // A host that the browser refuses must not prevent the refresh of open tabs and views.
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
 * Set once the scripts are registered as this version's settings say, and run in the pages that were already
 * open. It is missing after a browser start and an update until that is done, because the worker can be
 * killed before it has handled these events.
 */
const sitesAppliedStore = storageItem({
  area: 'session',
  key: 'sites-applied',
  read: (stored) => stored === true,
});

/** Starts a worker that was stopped before the scripts ran; the start does the rest. */
const START_ALARM = 'start';

/** Milliseconds after a start; at once other work is more urgent. */
const FIRST_LOOK = 300_000;

/** Fires when a pause ends, so that pages are recorded again. */
const PAUSE_ALARM = 'pause';
