import { extrapolate } from '../../core/session/extrapolate';
import { idleWatch, interruptedWatch } from '../../core/session/tab-watch';
import type { Rules } from '../../core/session/transition';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import { isExcludedWindow } from '../sites/recording-access';
import { emptyTab, type TabState } from '../state/tab-state';
import { endSession } from './end-session';

/**
 * The same page with a new script: it was reloaded, or its script was restarted after a change of settings.
 * The session goes on with all its evidence; the time in between is not credited. A page that could not say
 * its end has played on until now: another title may be next at the same address.
 */
export function resumeTab({ now, interval }: Pick<Rules, 'now' | 'interval'>, before: TabState): TabState {
  const { reading: _reading, gate: _gate, ...rest } = before;
  const { session, phase } = before.watch;
  if (session === undefined) return { ...rest, playbacks: {}, watch: idleWatch };
  // Behind an advertisement it has stood still, and where this message is repeated it has been moved already.
  const left = phase === 'interrupted' ? session : extrapolate(session, now, interval);
  // A reload gives the stream another source; length and reading show whether it is still the same title.
  const { source: _source, ...playback } = left.playback;
  return { ...rest, playbacks: {}, watch: interruptedWatch({ ...session, playback }) };
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
