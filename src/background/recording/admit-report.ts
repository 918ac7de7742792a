import type { Sender } from '../../platform/messaging/message-router';
import type { Report, ReportOutput } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { isExcludedWindow, isRecordable } from '../sites/recording-access';
import { tabStore, type TabState } from '../state/tab-state';

type Admission =
  | { readonly kind: 'admitted'; readonly state: TabState; readonly frameId: number }
  /** From another script than the one that runs in the frame, or out of order. */
  | { readonly kind: 'ignored'; readonly output: ReportOutput }
  /** Access was revoked, recording is paused, or this is a private window while those are off. */
  | { readonly kind: 'recording-off'; readonly state: TabState };

/** Decides whether a report counts. `state` is the tab's, with the report's number noted. */
export async function admitReport(context: AppContext, report: Report, sender: Sender): Promise<Admission> {
  const { tabId, frameId = 0 } = sender;
  if (tabId === undefined) return { kind: 'ignored', output: {} };
  const before = await tabStore(tabId).get();
  const script = before.scripts[frameId];
  // A script that never said hello, or that another one has replaced in its frame, stops.
  if (script === undefined || script.run !== report.run) return { kind: 'ignored', output: { end: true } };
  if (report.seq <= script.seq) return { kind: 'ignored', output: {} };
  const state: TabState = {
    ...before,
    private: sender.private,
    scripts: { ...before.scripts, [frameId]: { run: report.run, seq: report.seq } },
  };
  const pageUrl = frameId === 0 ? report.url : before.url;
  const isOn =
    pageUrl !== undefined &&
    (await isRecordable(context, pageUrl)) &&
    !(await isExcludedWindow(sender.private));
  return isOn ? { kind: 'admitted', state, frameId } : { kind: 'recording-off', state };
}
