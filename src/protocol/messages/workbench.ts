import * as z from 'zod/mini';
import type { Match } from '../../core/outbox/outbox-entry';
import { type EndpointResult, type ReadResult, endpointInput, itemInput, pageWorldInput } from '../report';
import type { Submission } from '../workbench';
import { frame, page, nothing, record, tabId, text, whole } from './contract';

/**
 * Connectors that a person wrote and turned on. Drafts are stored by the options page. Each `definition` is a
 * CheckedDefinition.
 */
export const connectorMessages = {
  'connectors.save': page('write', () => z.strictObject({ definition: z.unknown() })).answers<null>(),
  'connectors.remove': page('write', () => z.strictObject({ id: text(64) })).answers<null>(),
  /** Submits a connector for review. The asking page counts the submissions of the last hour. */
  'connectors.submit': page('exchange', () =>
    z.strictObject({
      name: text(100),
      domains: z.array(text(253)).check(z.minLength(1), z.maxLength(50)),
      definition: z.unknown(),
      cases: z.optional(z.unknown()),
      /** The same for a tracker that knows only what API v1 documents: see `documentedSubmission`. */
      documented: z.optional(z.unknown()),
    }),
  ).answers<Exclude<Submission, Readonly<{ state: 'limited' }>>>(),
  /** The tracker's report on the connectors that this person submitted. */
  'connectors.submitted': page('read', nothing).answers<unknown>(),
} as const;

export const workbenchMessages = {
  /** Asks the picker script in a tab a `WorkbenchQuestion`; the answer is passed on unchanged. */
  'workbench.ask': page('exchange', () =>
    z.strictObject({ tabId: tabId(), question: record() }),
  ).answers<unknown>(),
  /** The match of an item that a draft has read; `null`: the tracker cannot be asked now. */
  'workbench.match': page('exchange', () =>
    z.strictObject({ item: itemInput, duration: whole(1, 1e6) }),
  ).answers<Match | null>(),
  /** Like `endpoint`, for the draft on trial, from the page where it is tried. */
  'workbench.endpoint': frame('read', () => endpointInput).answers<EndpointResult>(),
  /** Like `page-world`, for the draft on trial, from the page where it is tried. */
  'workbench.page-world': frame('read', () => pageWorldInput).answers<ReadResult>(),
} as const;
