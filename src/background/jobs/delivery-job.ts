import type { AppContext, RunExclusive } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { accountKey } from '../account/account';
import { deliverChanges } from '../delivery/deliver-changes';
import { dispatchDue } from '../delivery/dispatcher';
import { publishCounts, publishView } from '../display/publish-view';
import { readEnvironment } from '../sites/environment';
import { wakeForOutbox } from '../state/alarms';
import { storeUnwritten } from '../state/outbox-store';
import { tabOfSession } from '../state/tab-state';

type DeliveryOptions = Readonly<{
  ready: Promise<AppContext>;
  runExclusive: RunExclusive;
  /** Called once after each run. */
  delivered: () => Promise<void>;
}>;

/**
 * Returns a function that delivers the outbox. One delivery runs at a time: a call during a run returns at
 * once, and another run follows, so that updates stored before the call are included.
 */
export function createDelivery({ ready, runExclusive, delivered }: DeliveryOptions): () => Promise<void> {
  let isRunning = false;
  let again = false;

  async function deliverOnce(): Promise<void> {
    const context = await ready;
    await runExclusive(async () => storeUnwritten(context, await accountKey(context)));
    await dispatchDue(context, (sessionId) => runExclusive(() => show(context, sessionId)));
    await deliverChanges(context, runExclusive);
    await orWithoutStorage(async () => publishCounts(context));
    await context.log.flush();
  }

  return async () => {
    again = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (again) {
        again = false;
        await deliverOnce();
      }
    } catch (error) {
      // For example, the database cannot be used, so the dispatcher could not set its alarm.
      await wakeForOutbox(Date.now());
      throw error;
    } finally {
      // Synchronous with the last check of `again`, so a later call starts a run of its own.
      isRunning = false;
    }
    await delivered();
  };
}

async function show(context: AppContext, sessionId: string): Promise<void> {
  const state = await tabOfSession(sessionId);
  if (state !== undefined) await publishView(context, await readEnvironment(context), state);
}
