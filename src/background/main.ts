import { listen, closeStorageToPages } from '../platform/lifecycle';
import { onAlarm } from '../platform/alarms';
import { onCommand } from '../platform/commands';
import { onMenu } from '../platform/menu';
import { onNotificationClick } from '../platform/notifications';
import { serve } from '../platform/serve';
import { showTab } from '../platform/tabs';
import { runCommand } from './commands';
import { createHandlers } from './handlers';
import { describeError } from './handler-error';
import { createWorld } from './create-world';
import { createMotions, pauseAlarm } from './motions';
import { outboxAlarm } from './deliver';
import { pollSignIn, signInAlarm } from './sign-in';

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
