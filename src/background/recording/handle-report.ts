import { reduceSession } from '../../core/session/reducer';
import type { Rules, Transition } from '../../core/session/transition';
import { defined } from '../../core/values/defined';
import type { Sender } from '../../platform/messaging/message-router';
import type { Report, ReportOutput } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { publishView } from '../display/publish-view';
import { recordHealth } from '../sites/connector-health';
import { isExcludedWindow } from '../sites/recording-access';
import { tabStore, type TabState } from '../state/tab-state';
import { acquireLease } from './acquire-lease';
import { admitReport } from './admit-report';
import { endSession, releaseLease } from './end-session';
import { logTransition } from './log-transition';
import { mergeFrames } from './merge-frames';
import { persistTransition } from './persist-transition';
import { rulesFor } from './reducer-rules';

interface ReportOutcome {
  readonly output: ReportOutput;
  /** Whether there is something new to send. */
  readonly stored: boolean;
}

/**
 * Handles one report of a content script: admits it, merges what the frames of its tab report, acquires the
 * lease of the item, lets the reducer decide, stores the result and shows it. Sends nothing.
 */
export async function handleReport(
  context: AppContext,
  report: Report,
  sender: Sender,
): Promise<ReportOutcome> {
  const admission = await admitReport(context, report, sender);
  if (admission.kind === 'ignored') return { output: admission.output, stored: false };
  if (admission.kind === 'recording-off') return stopRecording(context, admission.state);

  const { state: before, frameId } = admission;
  const merged = mergeFrames(before, report, frameId, context.now());
  const { state, observation } = await acquireLease(context, merged);
  const rules = await rulesFor(context, state);
  const transition = reduceSession(state.watch, observation, rules);
  const after = await persist(context, state, transition);
  if (frameId === 0) await recordHealth(context, after);
  await publishView(context, after);
  logTransition(context, { before, after, transition, cause: report.cause });
  return { output: replyTo(transition, rules), stored: transition.updates.length > 0 };
}

/** Ends the session and the script. `registerScripts` starts a script when recording is possible again. */
async function stopRecording(context: AppContext, state: TabState): Promise<ReportOutcome> {
  await endSession(context, state, false);
  const ended = await tabStore(state.tabId).get();
  const after: TabState = (await isExcludedWindow(state.private))
    ? { ...ended, skip: 'private-window' }
    : ended;
  await tabStore(state.tabId).set(after);
  await publishView(context, after);
  return { output: { end: true }, stored: state.watch.session !== undefined };
}

/**
 * Stores what the reducer decided, and returns the tab's new state. The outbox comes first: if the worker is
 * stopped before the tab is stored, the next report leads to the same updates again.
 */
async function persist(context: AppContext, state: TabState, transition: Transition): Promise<TabState> {
  const { watch, closed, skip } = transition;
  await persistTransition(context, state, transition);
  if (closed !== undefined && watch.session === undefined) await releaseLease(state, closed);
  const { skip: _, ...rest } = state;
  const after: TabState = { ...rest, watch, ...defined({ skip }) };
  await tabStore(state.tabId).set(after);
  return after;
}

/** When the script is to report again by itself: at the latest after the interval of the settings. */
function replyTo({ again }: Transition, { interval }: Rules): ReportOutput {
  return again === undefined ? {} : { again: Math.min(again, interval) };
}
