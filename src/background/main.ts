import { listen, closeStorageToPages } from '../platform/browser/worker-events';
import { onAlarm } from '../platform/browser/alarms';
import { onCommand } from '../platform/browser/commands';
import { onMenu } from '../platform/browser/context-menu';
import { onNotificationClick } from '../platform/browser/notifications';
import { serve } from '../platform/messaging/message-router';
import { showTab } from '../platform/browser/tabs';
import { runCommand } from './commands';
import { createHandlers } from './message-handlers';
import { describeError } from './context/handler-error';
import { createWorld } from './context/create-context';
import { createMotions, pauseAlarm } from './jobs';
import { outboxAlarm } from './delivery/dispatcher';
import { pollSignIn, signInAlarm } from './account/sign-in';

// Listeners first, and nothing awaited before them: the event that woke this worker is delivered right after this turn.
const ready = createWorld();
const motions = createMotions(ready);

serve(createHandlers(ready, motions), describeError);

listen({
  installed: (reason) => motions.installed(reason),
  started: () => motions.started(),
  tabClosed: (tabId) => motions.tabClosed(tabId),
  accessChanged: () => void motions.refreshSites(),
});

onAlarm((name) => {
  if (name === outboxAlarm) motions.deliverSoon();
  if (name === pauseAlarm) void motions.refreshSites();
  if (name === signInAlarm) void ready.then(pollSignIn).then((signedIn) => signedIn && motions.deliverSoon());
});

const command = (name: string, tabId: number | undefined) =>
  void ready.then((world) => runCommand(world, motions, name, tabId)).catch(motions.report);
onCommand(command);
onMenu(command);
onNotificationClick((tabId) => void showTab(tabId).catch(motions.report));

void closeStorageToPages();
