import type { EndpointRequest } from '../core/definition/endpoint-request';

/** The value that the worker read for a content script, or a code that says why there is none. */
export type ReadResult = Readonly<{ value: unknown }> | Readonly<{ failed: string }>;

/**
 * `ask`: these requests have the page's own origin; the script sends them itself, with the page's cookies.
 */
export type EndpointResult = ReadResult | Readonly<{ ask: EndpointRequest[] }>;
