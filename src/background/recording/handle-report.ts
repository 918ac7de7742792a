import type { Rules, Transition } from '../../core/session/tab-watch';
import { defined } from '../../core/values/defined';
import { type Sender, vouchedAddress } from '../../platform/messaging/message-router';
import { isAlive, sendToTab } from '../../platform/messaging/tab-messages';
import type { Report, ReportOutput } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { publishView } from '../display/publish-view';
import { recordReading } from '../sites/connector-health';
import { type Environment, isExcludedWindow, isRecordable } from '../sites/environment';
import { tabStore, type FrameScript, type TabState } from '../state/tab-state';
import { acquireLease } from './acquire-lease';
import { endSession, releaseLease } from './end-session';
import { followTab, readInputs, reduceTab } from './reduce-tab';
import { mergeFrames } from './merge-frames';

type ReportOutcome = Readonly<{
  output: ReportOutput;
  /** Whether there is something new to send. */
  stored: boolean;
}>;

/**
 * Handles one report of a content script: reads the stored state, admits the report, merges it with the tab's
 * other frames, acquires the lease of the item, runs the reducer, stores the result and shows it. Sends
 * nothing.
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
  // When a page is left, all of its frames are gone; what they played ends with it.
  const isLeft = top && report.cause === 'leave';
  const before = isLeft ? admission.state : await dropGoneFrames(admission.state, frameId);
  const merged = mergeFrames(before, report, frameId, environment.now);
  const { state, observation } = await acquireLease(context, environment, leases, merged);
  const { transition, rules } = await reduceTab(context, environment, state, observation);
  const after = await storeTab(state, transition);
  await followTab(before, after);
  if (top) await recordReading(context, environment.sites, after, report);
  // The tab already shows another page, which has an icon of its own.
  if (sender.isLeaving !== true) await publishView(context, environment, after);
  logTransition(context, { before, after, transition, cause: report.cause });
  const stored = transition.updates.length > 0;
  if (!top) readPageAnew(after, observation.at);
  // The frame whose playback counts.
  const player = frameWhere(merged.state.playbacks, (one) => one === merged.playback);
  if (transition.again === undefined || player === undefined || player === frameId)
    return { output: replyTo(transition, rules), stored };
  // Only the playing frame knows its position, so it is asked to report.
  void sendToTab(after.tabId, 'report', { frameId: player });
  return { output: {}, stored };
}

type Admission =
  | Readonly<{ kind: 'admitted'; state: TabState; frameId: number; top: boolean }>
  /** The report comes from an outdated script of the frame, or out of order. */
  | Readonly<{ kind: 'ignored'; output: ReportOutput }>
  /** Access was revoked, recording is paused, or this is a private window and those are turned off. */
  | Readonly<{ kind: 'recording-off'; state: TabState }>;

/**
 * Decides whether a report counts. `before`: the stored tab; `state`: the same with the report's number
 * recorded.
 */
function admitReport(
  environment: Environment,
  before: TabState,
  report: Report,
  sender: Pick<Sender, 'frameId' | 'tabUrl' | 'private' | 'isLeaving'>,
): Admission {
  const { private: isPrivate, isLeaving = false } = sender;
  // If the run is unknown, so is the frame.
  const frameId = isLeaving
    ? (frameWhere(before.scripts, ({ run }) => run === report.run) ?? -1)
    : (sender.frameId ?? 0);
  const script = before.scripts[frameId];
  // A script that never said hello, or that was replaced in its frame, is told to stop.
  if (script === undefined || script.run !== report.run) return { kind: 'ignored', output: { end: true } };
  if (isNoNews(before, script, report, isLeaving)) return { kind: 'ignored', output: {} };
  const noted = { ...script, seq: report.seq, ...skewOf(script, report, environment.now) };
  const state: TabState = {
    ...before,
    private: isPrivate,
    scripts: { ...before.scripts, [frameId]: noted },
  };
  const top = frameId === 0;
  const stored = before.url ?? '';
  const pageUrl = top ? report.url : ((isLeaving ? undefined : sender.tabUrl) ?? stored);
  if (!isRecordable(environment, pageUrl, isPrivate)) return { kind: 'recording-off', state };
  // The stored page is still the previous one. The new page's hello asks the frames to report again.
  if (!top && vouchedAddress(stored, pageUrl) !== stored) return { kind: 'ignored', output: {} };
  return { kind: 'admitted', state, frameId, top };
}

/**
 * The report is older than what is known, or belongs to a page whose end, or whose session's end, is already
 * stored.
 */
function isNoNews({ url }: TabState, { seq }: FrameScript, report: Report, isLeaving: boolean): boolean {
  return report.seq <= seq || (isLeaving && (report.cause !== 'leave' || url === undefined));
}

/** The id of the first frame whose part of the tab's state is the wanted one. */
function frameWhere<T>(byFrame: Readonly<Record<string, T>>, isIt: (one: T) => boolean): number | undefined {
  const found = Object.entries(byFrame).find(([, one]) => isIt(one));
  return found && Number(found[0]);
}

/** If the page's clock is wrong, its times are shifted by the difference at its first report. */
function skewOf({ skew }: FrameScript, { playback }: Report, now: number): Pick<FrameScript, 'skew'> {
  if (skew !== undefined || playback === undefined) return {};
  return { skew: Math.abs(playback.at - now) < CLOCK_TOLERANCE ? 0 : now - playback.at };
}

/**
 * Milliseconds. A report arrives within seconds of its playback, so a larger difference means a wrong clock.
 */
const CLOCK_TOLERANCE = 120_000;

/**
 * The tab without the playback of frames that are gone. A page that replaces its player frame may not let it
 * report its end, and the next episode must not get its position. Frames are asked only if several have had a
 * player. A frame that does not answer within a second is kept: its document still exists, and dropping it
 * would lose its position. If it never reports again, it stops counting as playing after a while
 * (`mergeFrames`).
 */
async function dropGoneFrames(state: TabState, reporting: number): Promise<TabState> {
  const { tabId, playbacks } = state;
  const others = Object.keys(playbacks).filter((frameId) => Number(frameId) !== reporting);
  const alive = await Promise.all(others.map((frameId) => isAlive(tabId, { frameId: Number(frameId) })));
  const gone = new Set(others.filter((_, index) => !alive[index]));
  if (gone.size === 0) return state;
  const kept = Object.entries(playbacks).filter(([frameId]) => !gone.has(frameId));
  return { ...state, playbacks: Object.fromEntries(kept) };
}

/** A frame has begun another medium; the page's reading may be older than that. */
function readPageAnew({ tabId, watch }: TabState, at: number): void {
  if (watch.pendingChange?.since === at) void sendToTab(tabId, 'report', { frameId: 0 });
}

/** Ends the session and the script. `registerScripts` starts a script once recording is possible again. */
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

/** Stores the reducer's decision about the tab, and returns the tab's new state. */
async function storeTab(state: TabState, transition: Transition): Promise<TabState> {
  const { watch, closed, wasAd, skip } = transition;
  const isOver = closed !== undefined && watch.session === undefined;
  if (isOver) await releaseLease(state, wasAd ? undefined : closed);
  const { skip: _, leaseKey, ...rest } = state;
  const after: TabState = { ...rest, watch, ...defined({ skip, leaseKey: isOver ? undefined : leaseKey }) };
  await tabStore(state.tabId).set(after);
  return after;
}

/** When the script is to report again by itself: at the latest after the interval of the settings. */
function replyTo({ again }: Transition, { interval }: Rules): ReportOutput {
  return again === undefined ? {} : { again: Math.min(again, interval) };
}

type ReportTrace = Readonly<{
  before: TabState;
  after: TabState;
  transition: Transition;
  cause: Report['cause'];
}>;

/** Logs one report: at `debug` the rule that decided, at `info` the changes of the tab. */
function logTransition({ log }: AppContext, { before, after, transition, cause }: ReportTrace): void {
  const { tabId, siteId } = after;
  const { session } = after.watch;
  const facts = { tabId, siteId, private: after.private, sessionId: session?.id };
  log.debug('report', { ...facts, detail: [cause, transition.rule].join(' ') });
  if (session !== undefined && session.id !== before.watch.session?.id) log.info('session-started', facts);
  if (after.skip !== before.skip) log.info('skip-changed', { ...facts, detail: after.skip ?? 'none' });
}
