import * as z from 'zod/mini';
import type { TabView } from '../../core/status/status';
import {
  helloInput,
  reportInput,
  type HelloOutput,
  type ReportOutput,
  endpointInput,
  pageWorldInput,
  type EndpointResult,
  type ReadResult,
} from '../report';
import { frame, page, tabId, nothing } from './contract';

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

/** Requests for what a content script cannot read itself. */
export const pageRequestMessages = {
  /** JSON of an endpoint that the frame's connector declares. */
  endpoint: frame('read', () => endpointInput).answers<EndpointResult>(),
  /** All page-world values that the frame's connector declares, by `readerKey`. */
  'page-world': frame('read', () => pageWorldInput).answers<ReadResult>(),
  /** Something long plays at an address for which the connector has no page. */
  uncovered: frame('write', () => pageWorldInput).answers<null>(),
  /** Adds the script that reads without a connector to the asking frame. */
  'reading-aid': frame('read', nothing).answers<null>(),
} as const;
