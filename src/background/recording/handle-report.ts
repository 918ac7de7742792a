import { isReadable } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import { covers } from '../../core/hosts/pattern-coverage';
import { isPaused } from '../../core/settings/settings';
import type { ObservedPlayback, Observation } from '../../core/session/observation';
import type { SkipReason } from '../../core/session/skip-reason';
import { reduceSession, type Rules, type Transition } from '../../core/session/reducer';
import { grantedOrigins } from '../../platform/browser/permissions';
import type { Sender } from '../../platform/messaging/message-router';
import { settingsStore } from '../../platform/storage/stores';
import type { Report, ReportOutput } from '../../protocol/report';
import { acquireLease } from './acquire-lease';
import { endSession, releaseLease } from './end-session';
import { recordHealth } from '../sites/connector-health';
import { isExcludedWindow } from '../sites/private-window';
import { publishView } from '../display/publish-view';
import { rulesFor } from './reducer-rules';
import { patternOf } from '../sites/sites';
import { persistTransition } from './persist-step';
import { tabStore, type TabState } from '../state/tab-state';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

export interface ReportOutcome {
  readonly output: ReportOutput;
  /** There is something new to send. */
  readonly stored: boolean;
}

/** One report of a script: joins what the frames of its tab said, lets the reducer decide, stores what there is to send. */
export async function handleReport(
  context: AppContext,
  report: Report,
  sender: Sender,
): Promise<ReportOutcome> {
  const { tabId, frameId = 0 } = sender;
  if (tabId === undefined) return { output: {}, stored: false };
  const before = await tabStore(tabId).get();
  const script = before.scripts[frameId];
  // A script that the worker never greeted, or that another one has replaced in its frame.
  if (script === undefined || script.run !== report.run) return { output: { end: true }, stored: false };
  if (report.seq <= script.seq) return { output: {}, stored: false };
  const heard = {
    ...before,
    private: sender.private,
    scripts: { ...before.scripts, [frameId]: { run: report.run, seq: report.seq } },
  };
  if (await isRecordingOff(context, heard, frameId === 0 ? report.url : before.url))
    return rejectReport(context, heard);

  const seen = mergeFrames(heard, report, frameId, context.now());
  const skip = otherViewerSkip(context, seen);
  const playback = currentPlayback(seen, frameId, context.now());
  const leased = skip === undefined ? await acquireLease(context, seen, playback) : { state: seen };
  const rules = await rulesFor(context, leased.state);
  const step = reduceSession(
    leased.state.watch,
    observationOf(leased.state, report, { frameId, playback, skip: leased.skip ?? skip, now: context.now() }),
    rules,
  );
  const after = withSkip({ ...leased.state, watch: step.watch }, step.skip);
  // The outbox first: should the worker end here, the next report only says the same again.
  const stored = await store(context, after, step);
  await tabStore(tabId).set(after);
  if (frameId === 0) await recordHealth(context, after);
  await publishView(context, after);
  return { output: hint(step.again, rules), stored };
}

/** Access was taken back, everything is paused, or this is a private window that is nobody's business. */
async function isRecordingOff(
  context: AppContext,
  state: TabState,
  url: string | undefined,
): Promise<boolean> {
  const [granted, settings] = await Promise.all([grantedOrigins(), settingsStore.get()]);
  return (
    url === undefined ||
    !covers(granted, patternOf(url)) ||
    isPaused(settings, context.now()) ||
    isExcludedWindow(state.private)
  );
}

/** The script ends itself; another is started when the person opens the door again. */
async function rejectReport(context: AppContext, state: TabState): Promise<ReportOutcome> {
  await endSession(context, state, false);
  const ended = await tabStore(state.tabId).get();
  const after: TabState = (await isExcludedWindow(state.private))
    ? { ...ended, skip: 'private-window' }
    : ended;
  await tabStore(state.tabId).set(after);
  await publishView(context, after);
  return { output: { end: true }, stored: state.watch.session !== undefined };
}

/** Puts one frame's word to what the tab's other frames said before: the top frame tells the item, any frame the time. */
function mergeFrames(state: TabState, report: Report, frameId: number, now: number): TabState {
  const gone = report.cause === 'leave' || report.cause === 'lost';
  const { [frameId]: _, ...others } = state.playbacks;
  const playback: ObservedPlayback | undefined = report.playback && trusted(report.playback, now);
  const playbacks = gone || playback === undefined ? others : { ...others, [frameId]: playback };
  if (frameId !== 0) return { ...state, playbacks, ...gateOf(report, state) };
  const { reading: _reading, gate: _gate, ...rest } = state;
  return {
    ...rest,
    url: report.url,
    visible: report.visible,
    playbacks,
    ...(report.reading === undefined ? {} : { reading: report.reading as TabState['reading'] & object }),
    ...defined({ gate: report.gate }),
  };
}

function gateOf(report: Report, state: TabState): Partial<Pick<TabState, 'gate'>> {
  return report.gate === undefined
    ? state.gate === undefined
      ? {}
      : { gate: state.gate }
    : { gate: report.gate };
}

/** A page's clock is this machine's clock, or it is wrong; its numbers cannot point into another hour. */
function trusted(playback: NonNullable<Report['playback']>, now: number): ObservedPlayback {
  const at = Math.abs(playback.at - now) < clockSlack ? playback.at : now;
  const position = playback.duration > 0 ? Math.min(playback.position, playback.duration) : playback.position;
  return { ...(playback as ObservedPlayback), at, position };
}

function observationOf(
  state: TabState,
  report: Report,
  {
    frameId,
    playback,
    skip,
    now,
  }: {
    readonly frameId: number;
    readonly playback: ObservedPlayback | undefined;
    readonly skip: SkipReason | undefined;
    readonly now: number;
  },
): Observation {
  const gate = skip ?? state.gate;
  const leaving =
    (report.cause === 'leave' || report.cause === 'lost') &&
    (frameId === 0 || Object.keys(state.playbacks).length === 0);
  const own = report.playback && trusted(report.playback, now);
  const last = leaving && own !== undefined ? own : playback;
  return {
    siteId: state.siteId ?? '',
    leaving,
    // The time of this look, not of what another frame said a while ago.
    at: own?.at ?? now,
    ...defined({ reading: state.reading, playback: last, gate }),
  };
}

/** Of several frames the one that plays; the reporting one between equals. One that has long been silent is gone. */
function currentPlayback(
  { playbacks }: TabState,
  frameId: number,
  now: number,
): ObservedPlayback | undefined {
  const own = playbacks[frameId];
  if (own?.state === 'playing') return own;
  const others = Object.values(playbacks).filter(
    ({ state, at }) => state !== 'playing' || now - at < longestSilence,
  );
  return others.find(({ state }) => state === 'playing') ?? own ?? others[0];
}

/** The person has said that somebody else watches this title in this tab. */
function otherViewerSkip({ now }: AppContext, { reading, notMe }: TabState): SkipReason | undefined {
  const item = reading?.item;
  return notMe !== undefined &&
    notMe.until > now() &&
    item !== undefined &&
    isReadable(item) &&
    itemKey(item) === notMe.key
    ? 'not-me'
    : undefined;
}

async function store(context: AppContext, state: TabState, step: Transition): Promise<boolean> {
  await persistTransition(context, state, step);
  const { closed, updates, watch } = step;
  if (closed !== undefined && watch.session === undefined) await releaseLease(state, closed);
  return updates.length > 0;
}

function withSkip(state: TabState, skip: SkipReason | undefined): TabState {
  const { skip: _, ...rest } = state;
  return skip === undefined ? rest : { ...rest, skip };
}

function hint(again: number | undefined, { interval }: Rules): ReportOutput {
  return again === undefined ? {} : { again: Math.min(again, interval) };
}

const clockSlack = 120_000;
/** A frame that plays reports at least at the interval, of which ten minutes is the longest. */
const longestSilence = 900_000;
