import type { EndpointResult, ReadResult } from '../page-result';
import { endpointInput, pageWorldInput } from '../report';
import { frame } from './contract';
import { nothing } from './fields';

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
