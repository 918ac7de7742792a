import type { EndpointResult, ReadResult } from '../page-result';
import { endpointInput, pageWorldInput } from '../report';
import { frame } from './contract';
import { nothing } from './fields';

/** What a content script cannot read itself. */
export const pageRequestMessages = {
  /** JSON of an endpoint that the connector of the frame declares. */
  endpoint: frame('read', endpointInput).answers<EndpointResult>(),
  /** All values of the page's own world that the connector of the frame declares, by `readerKey`. */
  'page-world': frame('read', pageWorldInput).answers<ReadResult>(),
  /** Something long plays at an address that the connector has no page for. */
  uncovered: frame('write', pageWorldInput).answers<null>(),
  /** Adds the script that reads without a connector to the frame that asks. */
  'reading-aid': frame('read', nothing).answers<null>(),
} as const;
