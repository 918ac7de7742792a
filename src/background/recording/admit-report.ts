import type { Sender } from '../../platform/messaging/message-router';
import { vouchedAddress } from '../../platform/messaging/vouched-address';
import type { Report, ReportOutput } from '../../protocol/report';
import type { Environment } from '../sites/environment';
import { isRecordable } from '../sites/recording-access';
import type { FrameScript, TabState } from '../state/tab-state';

type Admission =
  | { readonly kind: 'admitted'; readonly state: TabState; readonly frameId: number; readonly top: boolean }
  /** From another script than the one that runs in the frame, or out of order. */
  | { readonly kind: 'ignored'; readonly output: ReportOutput }
  /** Access was revoked, recording is paused, or this is a private window while those are off. */
  | { readonly kind: 'recording-off'; readonly state: TabState };

/**
 * Decides whether a report counts. `before` is the tab as it is stored; `state` the same with the report's
 * number noted.
 */
export function admitReport(
  environment: Environment,
  before: TabState,
  report: Report,
  sender: Pick<Sender, 'frameId' | 'tabUrl' | 'private' | 'isLeaving'>,
): Admission {
  const { private: isPrivate, isLeaving = false } = sender;
  const frameId = isLeaving ? frameOfRun(before, report.run) : (sender.frameId ?? 0);
  const script = before.scripts[frameId];
  // A script that never said hello, or that another one has replaced in its frame, stops.
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
  // What is stored is still the page before. Its hello asks the frames to report again.
  if (!top && vouchedAddress(stored, pageUrl) !== stored) return { kind: 'ignored', output: {} };
  return { kind: 'admitted', state, frameId, top };
}

/** Older than what is known; or of a page that is gone, after its end or that of its tab's session. */
function isNoNews({ url }: TabState, { seq }: FrameScript, report: Report, isLeaving: boolean): boolean {
  return report.seq <= seq || (isLeaving && (report.cause !== 'leave' || url === undefined));
}

/** The frame in which this run of the script began; -1 where it is not known any more. */
function frameOfRun({ scripts }: TabState, run: string): number {
  const found = Object.entries(scripts).find(([, script]) => script.run === run);
  return Number(found?.[0] ?? -1);
}

/** Where the page's clock is wrong, the time of its first arrival is used. */
function skewOf({ skew }: FrameScript, { playback }: Report, now: number): Pick<FrameScript, 'skew'> {
  if (skew !== undefined || playback === undefined) return {};
  return { skew: Math.abs(playback.at - now) < CLOCK_TOLERANCE ? 0 : now - playback.at };
}

/** Milliseconds. A report arrives within seconds of its playback; a larger difference is a wrong clock. */
const CLOCK_TOLERANCE = 120_000;
