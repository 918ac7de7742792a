import type { EndpointResult, ReadResult } from '../page-result';
import { endpointInput, pageWorldInput } from '../report';
import { frame } from './contract';
import { nothing } from './fields';

/** What a content script cannot read itself. */
export const pageRequestMessages = {
  /** JSON of an endpoint that the connector of the frame declares. */
  endpoint: frame('read', endpointInput).answers<EndpointResult>(),
  /** A value of the page's own world, by a reader that the connector of the frame declares. */
  'page-world': frame('read', pageWorldInput).answers<ReadResult>(),
  /** Adds the script that reads without a connector to the frame that asks. */
  'reading-aid': frame('read', nothing).answers<null>(),
} as const;
