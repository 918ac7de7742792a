import { onAlarm } from '../platform/browser/alarms';
import {
  onCommand,
  listenToWorkerEvents,
  restrictStorageAccess,
  onMenu,
  listenToPageChanges,
} from '../platform/browser/worker-events';
import { onNotificationClick } from '../platform/browser/notifications';
import { showTab } from '../platform/browser/tabs';
import { routeMessages } from '../platform/messaging/message-router';
import { keepAreas } from '../platform/storage/kept-areas';
import { createCommands } from './commands';
import { createContext } from './context/create-context';
import { describeError } from './context/handler-error';
import { createMutex } from './context/context';
import { createJobs } from './jobs';
import { createHandlers } from './message-handlers';

// Listeners are added before anything is awaited: the browser dispatches the event that started the worker
// right after its script has run.
keepAreas();
const ready = createContext();
const runExclusive = createMutex();
const jobs = createJobs(ready, runExclusive);
const handlers = createHandlers({ ready, runExclusive, jobs });
const runCommand = createCommands(ready, handlers);

routeMessages(handlers, describeError);

listenToWorkerEvents({
  installed: jobs.installed,
  started: jobs.browserStarted,
  tabClosed: jobs.tabClosed,
  accessChanged: jobs.accessChanged,
});
listenToPageChanges(jobs.pageChanged);
onAlarm(jobs.alarmRang);

const onRequest = (name: string, tabId: number | undefined) =>
  void runCommand(name, tabId).catch(jobs.reportError);
onCommand(onRequest);
onMenu(onRequest);
onNotificationClick((tabId) => void showTab(tabId).catch(jobs.reportError));

jobs.workerStarted();
void restrictStorageAccess();
