import type { Rules, Transition } from '../../core/session/transition';
import { defined } from '../../core/values/defined';
import type { Sender } from '../../platform/messaging/message-router';
import { sendToTab } from '../../platform/messaging/tab-messages';
import type { Report, ReportOutput } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { publishView } from '../display/publish-view';
import { recordReading } from '../sites/connector-health';
import type { Environment } from '../sites/environment';
import { isExcludedWindow } from '../sites/recording-access';
import { tabStore, type TabState } from '../state/tab-state';
import { acquireLease } from './acquire-lease';
import { admitReport } from './admit-report';
import { dropGoneFrames } from './drop-gone-frames';
import { endSession, releaseLease } from './end-session';
import { followTab } from './follow-playing';
import { logTransition } from './log-transition';
import { mergeFrames, type MergedReport } from './merge-frames';
import { readInputs } from './read-inputs';
import { reduceTab } from './reduce-tab';

interface ReportOutcome {
  readonly output: ReportOutput;
  /** Whether there is something new to send. */
  readonly stored: boolean;
}

/**
 * Handles one report of a content script: reads what is stored, admits the report, merges what the frames of
 * its tab report, acquires the lease of the item, lets the reducer decide, stores the result and shows it.
 * Sends nothing.
 */
export async function handleReport(
  context: AppContext,
  report: Report,
  sender: Sender,
): Promise<ReportOutcome> {
  if (sender.tabId === undefined) return { output: {}, stored: false };
  const { environment, tab, leases } = await readInputs(context, sender.tabId);
  const admission = admitReport(environment, tab, report, sender);
  if (admission.kind === 'ignored') return { output: admission.output, stored: false };
  if (admission.kind === 'recording-off') return stopRecording(context, environment, admission.state);

  const { frameId, top } = admission;
  // With a page that is left all of its frames are gone; what they played is its end.
  const isLeft = top && report.cause === 'leave';
  const before = isLeft ? admission.state : await dropGoneFrames(admission.state, frameId);
  const merged = mergeFrames(before, report, frameId, environment.now);
  const { state, observation } = await acquireLease(context, environment, leases, merged);
  const { transition, rules } = await reduceTab(context, environment, state, observation);
  const after = await storeTab(state, transition);
  await followTab(before, after);
  if (top) await recordReading(context, environment.sites, after, report);
  // Its tab shows another page by now, and that has an icon of its own.
  if (sender.isLeaving !== true) await publishView(context, environment, after);
  logTransition(context, { before, after, transition, cause: report.cause });
  const stored = transition.updates.length > 0;
  if (!top) readPageAnew(after, observation.at);
  const player = playerFrame(merged);
  if (transition.again === undefined || player === undefined || player === frameId)
    return { output: replyTo(transition, rules), stored };
  // Only the frame that plays knows its position: it is asked to report.
  void sendToTab(after.tabId, 'report', { frameId: player });
  return { output: {}, stored };
}

/** A frame has begun another medium: what was read of the page may be older than that. */
function readPageAnew({ tabId, watch }: TabState, at: number): void {
  if (watch.pendingChange?.since === at) void sendToTab(tabId, 'report', { frameId: 0 });
}

/** Ends the session and the script. `registerScripts` starts a script when recording is possible again. */
async function stopRecording(
  context: AppContext,
  environment: Environment,
  state: TabState,
): Promise<ReportOutcome> {
  const isExcluded = isExcludedWindow(environment, state.private);
  const after = await endSession(context, environment, state, true, (ended) =>
    isExcluded ? { ...ended, skip: 'private-window' } : ended,
  );
  await publishView(context, environment, after);
  return { output: { end: true }, stored: state.watch.session !== undefined };
}

/** Stores what the reducer decided about the tab itself, and returns the tab's new state. */
async function storeTab(state: TabState, transition: Transition): Promise<TabState> {
  const { watch, closed, wasAd, skip } = transition;
  const isOver = closed !== undefined && watch.session === undefined;
  if (isOver) await releaseLease(state, wasAd ? undefined : closed);
  const { skip: _, leaseKey, ...rest } = state;
  const after: TabState = { ...rest, watch, ...defined({ skip, leaseKey: isOver ? undefined : leaseKey }) };
  await tabStore(state.tabId).set(after);
  return after;
}

/** The frame whose playback counts. */
function playerFrame({ state, playback }: MergedReport): number | undefined {
  const found = Object.entries(state.playbacks).find(([, one]) => one === playback);
  return found && Number(found[0]);
}

/** When the script is to report again by itself: at the latest after the interval of the settings. */
function replyTo({ again }: Transition, { interval }: Rules): ReportOutput {
  return again === undefined ? {} : { again: Math.min(again, interval) };
}
