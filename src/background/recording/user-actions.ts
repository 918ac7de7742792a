import { itemKey } from '../../core/media/item-key';
import { isReadable } from '../../core/media/item';
import { forget } from '../../core/session/recently-watched';
import { forgetSession } from '../../core/session/earlier-evidence';
import { recordNow } from '../../core/session/reducer';
import { notePage } from '../../platform/messaging/tab-messages';
import { HandlerError } from '../context/handler-error';
import { changeEntry, entryOf } from '../state/outbox-store';
import { publish } from '../display/publish-view';
import { recentStore, rulesFor, seenStore } from './reducer-rules';
import { storeUpdates } from './persist-step';
import { tabStore } from '../state/tab-state';
import type { World } from '../context/context';

/** "Scrobble now": records what this tab plays as watched, past thresholds and gates. */
export async function scrobbleNow(world: World, tabId: number): Promise<void> {
  const state = await tabStore(tabId).get();
  const playbacks = Object.values(state.playbacks);
  const playback =
    state.watching.session?.playback ?? playbacks.find((one) => one.state === 'playing') ?? playbacks[0];
  const step = recordNow(
    state.watching,
    {
      siteId: state.siteId ?? '',
      leaving: false,
      at: world.now(),
      ...(state.reading === undefined ? {} : { reading: state.reading }),
      ...(playback === undefined ? {} : { playback }),
    },
    await rulesFor(world, state),
  );
  const { session } = step.watching;
  if (session === undefined || step.updates.length === 0)
    throw new HandlerError('nothing-playing', 'There is nothing to record in this tab.');
  await storeUpdates(world, state, session, step.updates);
  const { skip: _, ...rest } = state;
  const after = { ...rest, watching: step.watching };
  await tabStore(tabId).set(after);
  await publish(world, after);
}

/** "Not watched by me": this title in this tab, for an hour. What was not sent of it is not sent any more. */
export async function notMe(world: World, tabId: number, undo: boolean): Promise<void> {
  const state = await tabStore(tabId).get();
  const item = state.reading?.item;
  const { notMe: _, ...rest } = state;
  if (undo || item === undefined || !isReadable(item)) {
    await tabStore(tabId).set(rest);
  } else {
    const { session } = state.watching;
    const entry = session === undefined ? undefined : await entryOf(world, session.id);
    if (entry !== undefined) await changeEntry(world, entry.id, () => undefined);
    if (session !== undefined) await seenStore.set(forgetSession(await seenStore.get(), session.id));
    // Its crossing never left: should the person take this back, it has to be possible again.
    if (entry?.confirmed !== true) await recentStore.set(forget(await recentStore.get(), itemKey(item)));
    const after = {
      ...rest,
      watching: {},
      skip: 'not-me' as const,
      notMe: { key: itemKey(item), until: world.now() + hour },
    };
    await tabStore(tabId).set(after);
    await publish(world, after);
  }
  await notePage(tabId, 'report');
}

const hour = 3_600_000;
