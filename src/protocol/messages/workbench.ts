import * as z from 'zod/mini';
import type { PageFacts } from '../../core/workbench/page-facts';
import type { EndpointResult, ReadResult } from '../page-result';
import { endpointInput, pageWorldInput } from '../report';
import {
  workbenchQuestion,
  type Bodies,
  type Pick,
  type Snapshot,
  type Submission,
  type Trial,
} from '../workbench';
import { frame, page } from './contract';
import { nothing, tabId, text } from './fields';

/** The answer of the script in a page, by the kind of question. */
export type WorkbenchAnswer =
  | { readonly kind: 'describe'; readonly facts: PageFacts }
  | { readonly kind: 'try'; readonly trial: Trial; readonly bodies?: Bodies }
  | { readonly kind: 'pick'; readonly pick: Pick }
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot };

/** Connectors that a person wrote and turned on. Drafts are stored by the options page. */
export const connectorMessages = {
  'connectors.save': page('write', z.strictObject({ definition: z.unknown() })).answers<{
    readonly id: string;
  }>(),
  'connectors.remove': page('write', z.strictObject({ id: text(64) })).answers<null>(),
  /** Submits a connector for review. */
  'connectors.submit': page(
    'exchange',
    z.strictObject({
      name: text(100),
      domains: z.array(text(253)).check(z.minLength(1), z.maxLength(50)),
      definition: z.unknown(),
    }),
  ).answers<Submission>(),
  /** What the tracker reports of the connectors that this person submitted. */
  'connectors.submitted': page('read', nothing).answers<unknown>(),
} as const;

export const workbenchMessages = {
  /** Asks the picker script in a tab; sends nothing to the tracker. */
  'workbench.ask': page(
    'exchange',
    z.strictObject({ tabId: tabId(), question: workbenchQuestion }),
  ).answers<WorkbenchAnswer>(),
  /** As `endpoint`, from the page whose draft is on trial, and for that draft. */
  'workbench.endpoint': frame('read', endpointInput).answers<EndpointResult>(),
  /** As `page-world`, from the page whose draft is on trial, and for that draft. */
  'workbench.page-world': frame('read', pageWorldInput).answers<ReadResult>(),
} as const;
