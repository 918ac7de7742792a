import * as z from 'zod/mini';
import type { TabView } from '../../core/status/status';
import { helloInput, reportInput, type HelloOutput, type ReportOutput } from '../report';
import { frame, page } from './contract';
import { tabId } from './fields';

export const recordingMessages = {
  /** A content script has started, and asks whether a connector applies to its frame. */
  hello: frame('write-and-deliver', () => helloInput).answers<HelloOutput>(),
  /** What a frame plays and what was read from it. */
  report: frame('write-and-deliver', () => reportInput).answers<ReportOutput>(),

  /**
   * The status of a tab, after its scripts were asked for a report. Takes the lock, so that it includes the
   * report.
   */
  'tab.view': page('write', () => z.strictObject({ tabId: tabId() })).answers<TabView>(),
  /** Records what the tab plays as watched, past every threshold and gate. */
  'tab.scrobble-now': page('write-and-deliver', () => z.strictObject({ tabId: tabId() })).answers<null>(),
  /** Another person watches this title in this tab; `undo` takes that back. */
  'tab.not-me': page('write-and-deliver', () =>
    z.strictObject({ tabId: tabId(), undo: z.optional(z.boolean()) }),
  ).answers<null>(),
} as const;
