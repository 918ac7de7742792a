import { isReadable } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import { forgetSession, forgetWatched } from '../../core/session/earlier-evidence';
import { recordNow } from '../../core/session/begin-session';
import type { Session } from '../../core/session/session';
import { idleWatch } from '../../core/session/tab-watch';
import { defined } from '../../core/values/defined';
import { sendToTab } from '../../platform/messaging/tab-messages';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { publishView } from '../display/publish-view';
import type { Environment } from '../sites/environment';
import { readEvidence, storeEvidence } from '../state/evidence-stores';
import { changeEntry, entryOfSession } from '../state/outbox-store';
import { tabStore, type TabState, storeUndecided } from '../state/tab-state';
import { persistTransition, readInputs, rulesFor } from './reduce-tab';

/**
 * "Record now": records what this tab plays as watched, past thresholds and gates. Rejects with
 * `nothing-playing`.
 */
export async function recordTab(context: AppContext, tabId: number): Promise<void> {
  const { environment, tab: state } = await readInputs(context, tabId);
  const observation = {
    siteId: state.siteId ?? '',
    leaving: false,
    at: environment.now,
    ...defined({ reading: state.reading, playback: lastPlayback(state) }),
  };
  const rules = await rulesFor(context, environment, state);
  const transition = recordNow(state.watch, observation, rules);
  if (transition.updates.length === 0) throw new HandlerError('nothing-playing');
  await persistTransition(context, state, transition);
  const { skip: _, ...rest } = state;
  await show(context, environment, { ...rest, watch: transition.watch });
}

function lastPlayback({ watch, playbacks }: TabState) {
  const all = Object.values(playbacks);
  return watch.session?.playback ?? all.find(({ state }) => state === 'playing') ?? all[0];
}

/**
 * "Not watched by me": this title is not recorded in this tab for an hour, and unsent updates are dropped.
 */
export async function dismissTitle(context: AppContext, tabId: number): Promise<void> {
  const { environment, tab: state } = await readInputs(context, tabId);
  const item = state.reading?.item;
  if (item === undefined || !isReadable(item)) return restoreTitle(tabId);
  const key = itemKey(item);
  await forgetViewing(context, environment, state.watch.session, key);
  await storeUndecided(state, idleWatch);
  const notMe = { key, until: environment.now + HOUR };
  await show(context, environment, { ...state, watch: idleWatch, skip: 'not-me', notMe });
  await sendToTab(tabId, 'report');
}

/** Takes back "Not watched by me". The page reports, and recording begins anew. */
export async function restoreTitle(tabId: number): Promise<void> {
  const { notMe: _, ...rest } = await tabStore(tabId).get();
  await tabStore(tabId).set(rest);
  await sendToTab(tabId, 'report');
}

async function forgetViewing(
  context: AppContext,
  { account }: Environment,
  session: Session | undefined,
  key: string,
): Promise<void> {
  const entry = session === undefined ? undefined : await entryOfSession(context, session.id, account);
  if (entry !== undefined) await changeEntry(context, entry.id, () => undefined);
  const evidence = await readEvidence();
  const { recentlyWatched, earlier } = evidence;
  await storeEvidence(evidence, {
    earlier: session === undefined ? earlier : forgetSession(earlier, session.id),
    // If the person takes this back, an unsent crossing must be possible again.
    recentlyWatched: entry?.confirmed === true ? recentlyWatched : forgetWatched(recentlyWatched, key),
  });
}

async function show(context: AppContext, environment: Environment, state: TabState): Promise<void> {
  await tabStore(state.tabId).set(state);
  await publishView(context, environment, state);
}

const HOUR = 3_600_000;
