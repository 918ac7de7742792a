import { extrapolate } from '../../core/session/extrapolate';
import type { Session } from '../../core/session/session';
import { idleWatch, interruptedWatch } from '../../core/session/tab-watch';
import type { Rules } from '../../core/session/transition';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import { isExcludedWindow } from '../sites/recording-access';
import { emptyTab, tabStore, type TabState } from '../state/tab-state';
import { endSession, yieldLease } from './end-session';
import { rulesFor } from './reduce-tab';

/**
 * The same page with a new script: it was reloaded, or its script was restarted after a change of settings.
 * The session goes on with all its evidence; the time in between is not credited. A page that could not say
 * its end has played on until now: another title may be next at the same address.
 */
export function resumeTab({ now, interval }: Pick<Rules, 'now' | 'interval'>, before: TabState): TabState {
  const { reading: _reading, gate: _gate, awaitsHello: _awaits, ...rest } = before;
  const { session } = before.watch;
  if (session === undefined) return { ...rest, playbacks: {}, watch: idleWatch };
  // A reload gives the stream another source; length and reading show whether it is still the same title.
  const { source: _source, ...playback } = extrapolate(session, now, interval).playback;
  return { ...rest, playbacks: {}, watch: interruptedWatch({ ...session, playback }) };
}

/**
 * The page is gone, and what follows it has not said hello: a page that loads slowly, or one without a
 * script, such as that of an error. Its session stands where it was left until then.
 */
export async function suspendTab(
  context: AppContext,
  environment: Environment,
  before: TabState,
): Promise<void> {
  const { watch } = resumeTab(await rulesFor(context, environment, before), before);
  if (watch.session === undefined) return;
  const { playback } = watch.session;
  const session: Session = { ...watch.session, playback: { ...playback, state: 'paused' } };
  const after: TabState = { ...before, playbacks: {}, watch: interruptedWatch(session), awaitsHello: true };
  await yieldLease(before);
  await tabStore(before.tabId).set(after);
}

/** Another page: the session of the one before ends with its own last position. */
export async function resetTab(
  context: AppContext,
  environment: Environment,
  before: TabState,
  page: { readonly url: string; readonly siteId: string | undefined },
): Promise<TabState> {
  await endSession(context, environment, before);
  const isExcluded = isExcludedWindow(environment, before.private);
  return {
    ...emptyTab(before.tabId),
    private: before.private,
    url: page.url,
    // Frames may say hello before their page; scripts of the page before no longer run, and only occupy a
    // place.
    scripts: Object.fromEntries(Object.entries(before.scripts).slice(-MOST_FRAMES)),
    ...defined({
      notMe: before.notMe,
      siteId: page.siteId,
      skip: isExcluded ? ('private-window' as const) : undefined,
    }),
  };
}

const MOST_FRAMES = 30;
