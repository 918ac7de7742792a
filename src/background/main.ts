import { listenToWorkerEvents, restrictStorageAccess } from '../platform/browser/worker-events';
import { onAlarm } from '../platform/browser/alarms';
import { onCommand } from '../platform/browser/commands';
import { onMenu } from '../platform/browser/context-menu';
import { onNotificationClick } from '../platform/browser/notifications';
import { routeMessages } from '../platform/messaging/message-router';
import { showTab } from '../platform/browser/tabs';
import { runCommand } from './commands';
import { createHandlers } from './message-handlers';
import { describeError } from './context/handler-error';
import { createContext } from './context/create-context';
import { createJobs, pauseAlarm } from './jobs';
import { outboxAlarm } from './delivery/dispatcher';
import { pollSignIn, signInAlarm } from './account/sign-in';

// Listeners first, and nothing awaited before them: the event that woke this worker is delivered right after this turn.
const ready = createContext();
const jobs = createJobs(ready);

routeMessages(createHandlers(ready, jobs), describeError);

listenToWorkerEvents({
  installed: (reason) => jobs.installed(reason),
  started: () => jobs.started(),
  tabClosed: (tabId) => jobs.tabClosed(tabId),
  accessChanged: () => void jobs.refreshSites(),
});

onAlarm((name) => {
  if (name === outboxAlarm) jobs.deliverSoon();
  if (name === pauseAlarm) void jobs.refreshSites();
  if (name === signInAlarm) void ready.then(pollSignIn).then((signedIn) => signedIn && jobs.deliverSoon());
});

const command = (name: string, tabId: number | undefined) =>
  void ready.then((context) => runCommand(context, jobs, name, tabId)).catch(jobs.report);
onCommand(command);
onMenu(command);
onNotificationClick((tabId) => void showTab(tabId).catch(jobs.report));

void restrictStorageAccess();
