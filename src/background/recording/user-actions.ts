import { itemKey } from '../../core/media/item-key';
import { isReadable } from '../../core/media/item';
import { forget } from '../../core/session/recently-watched';
import { forgetSession } from '../../core/session/earlier-evidence';
import { recordNow } from '../../core/session/record-now';
import { idleWatch } from '../../core/session/tab-watch';
import { sendToTab } from '../../platform/messaging/tab-messages';
import { HandlerError } from '../context/handler-error';
import { changeEntry, entryOf } from '../state/outbox-store';
import { publishView } from '../display/publish-view';
import { recentlyWatchedStore, rulesFor, earlierEvidenceStore } from './reducer-rules';
import { persistUpdates } from './persist-step';
import { tabStore } from '../state/tab-state';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

/** "Scrobble now": records what this tab plays as watched, past thresholds and gates. */
export async function scrobbleNow(context: AppContext, tabId: number): Promise<void> {
  const state = await tabStore(tabId).get();
  const playbacks = Object.values(state.playbacks);
  const playback =
    state.watch.session?.playback ?? playbacks.find((one) => one.state === 'playing') ?? playbacks[0];
  const step = recordNow(
    state.watch,
    {
      siteId: state.siteId ?? '',
      leaving: false,
      at: context.now(),
      ...defined({ reading: state.reading, playback }),
    },
    await rulesFor(context, state),
  );
  const { session } = step.watch;
  if (session === undefined || step.updates.length === 0)
    throw new HandlerError('nothing-playing', 'There is nothing to record in this tab.');
  await persistUpdates(context, state, session, step.updates);
  const { skip: _, ...rest } = state;
  const after = { ...rest, watch: step.watch };
  await tabStore(tabId).set(after);
  await publishView(context, after);
}

/** "Not watched by me": this title in this tab, for an hour. What was not sent of it is not sent any more. */
export async function notMe(context: AppContext, tabId: number, undo: boolean): Promise<void> {
  const state = await tabStore(tabId).get();
  const item = state.reading?.item;
  const { notMe: _, ...rest } = state;
  if (undo || item === undefined || !isReadable(item)) {
    await tabStore(tabId).set(rest);
  } else {
    const { session } = state.watch;
    const entry = session === undefined ? undefined : await entryOf(context, session.id);
    if (entry !== undefined) await changeEntry(context, entry.id, () => undefined);
    if (session !== undefined)
      await earlierEvidenceStore.set(forgetSession(await earlierEvidenceStore.get(), session.id));
    // Its crossing never left: should the person take this back, it has to be possible again.
    if (entry?.confirmed !== true)
      await recentlyWatchedStore.set(forget(await recentlyWatchedStore.get(), itemKey(item)));
    const after = {
      ...rest,
      watch: idleWatch,
      skip: 'not-me' as const,
      notMe: { key: itemKey(item), until: context.now() + hour },
    };
    await tabStore(tabId).set(after);
    await publishView(context, after);
  }
  await sendToTab(tabId, 'report');
}

const hour = 3_600_000;
