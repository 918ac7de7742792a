import { safeParse, type ZodMiniType } from 'zod/mini';
import {
  connectorRecordSchema,
  type ConnectorRecord,
  type ConnectorSubmission,
} from '../protocol/tracker/connectors';
import { envelopeSchema } from '../protocol/tracker/envelope';
import type { ResolvedMedia, ResolveRequest } from '../protocol/tracker/resolve';
import { scrobbleResponseSchema, type ScrobbleInput } from '../protocol/tracker/scrobble';
import { readResolvedMedia } from '../protocol/tracker/read-resolved-media';
import { request } from './request';
import { TrackerError } from './tracker-error';
import { isRecord } from '../core/values/is-record';

export interface TrackerOptions {
  /** As `parseBaseUrl` gives it: `https://host/…/api/v1`, no slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** The device token; asked for at each call, `undefined` while signed out. */
  readonly token: () => Promise<string | undefined>;
  /** Milliseconds per call. */
  readonly timeoutMs?: number;
  /** Milliseconds since 1970; only to read a `Retry-After` that is a date. */
  readonly now: () => number;
}

/** The operations of the API that the extension uses. All reject with a `TrackerError` and with nothing else. */
export interface Tracker {
  /** Whole seconds. Resolves when the tracker has accepted the update. */
  scrobble(input: ScrobbleInput, signal?: AbortSignal): Promise<void>;
  /** `undefined`: the tracker knows nothing by this (404). An answer without a usable id is `malformed`. */
  resolve(what: ResolveRequest, signal?: AbortSignal): Promise<ResolvedMedia | undefined>;
  submitConnector(submission: ConnectorSubmission, signal?: AbortSignal): Promise<SubmittedConnector>;
  /** As it came, like the next two: the view that shows them reads them (protocol/front-page). */
  dashboard(signal?: AbortSignal): Promise<unknown>;
  channel(id: string, signal?: AbortSignal): Promise<unknown>;
  /** The lines behind a widget's `apiUrl`; only asked for on the tracker's own origin. */
  getWidget(apiUrl: string, signal?: AbortSignal): Promise<unknown>;
  /** Ours: connectors that this person submitted and that were accepted, with their state. */
  connectors(signal?: AbortSignal): Promise<ConnectorRecord[]>;
}

/** What a tracker says of a submission. Its `data` is unspecified: another tracker may say nothing. */
export type SubmittedConnector = Partial<ConnectorRecord>;

export function createTracker(options: TrackerOptions): Tracker {
  const { baseUrl, fetch, timeoutMs = 20_000, now } = options;
  const call = async (
    url: string,
    body: object | undefined,
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    const token = await options.token();
    if (token === undefined) throw new TrackerError('unauthorized', 'Not signed in');
    return request(url, { fetch, timeoutMs, now, token, body, signal });
  };
  const data = async (path: string, body?: object, signal?: AbortSignal) =>
    unwrap(await call(baseUrl + path, body, signal));
  return {
    async scrobble(input, signal) {
      const answer = read(await call(`${baseUrl}/scrobble`, input, signal), scrobbleResponseSchema);
      if (!answer.success) throw new TrackerError('malformed', 'The tracker answered without success');
    },
    resolve: (what, signal) =>
      orNothing(async () => {
        const media = readResolvedMedia(await data('/media/resolve', what, signal), what.type);
        if (media === undefined)
          throw new TrackerError('malformed', 'The tracker named a title without an id that can be used');
        return media;
      }),
    async submitConnector(submission, signal) {
      const answer = await data('/connectors/submit', submission, signal);
      const known = safeParse(connectorRecordSchema, answer);
      return known.success ? known.data : {};
    },
    dashboard: (signal) => data('/dashboard', undefined, signal),
    channel: (id, signal) => data(`/channels/${encodeURIComponent(id)}`, undefined, signal),
    getWidget: async (apiUrl, signal) => unwrap(await call(ownAddress(apiUrl, baseUrl), undefined, signal)),
    async connectors(signal) {
      const answer = await data('/connectors', undefined, signal);
      const items = isRecord(answer) ? answer['items'] : undefined;
      if (!Array.isArray(items)) throw new TrackerError('malformed', 'The tracker has no list of connectors');
      return (items as unknown[]).flatMap((item) => safeParse(connectorRecordSchema, item).data ?? []);
    },
  };
}

/** The token must not go where an answer points to. */
function ownAddress(apiUrl: string, baseUrl: string): string {
  const url = URL.canParse(apiUrl, `${baseUrl}/`) ? new URL(apiUrl, `${baseUrl}/`) : undefined;
  const isOwn =
    url !== undefined && url.origin === new URL(baseUrl).origin && url.username === '' && url.password === '';
  if (!isOwn) throw new TrackerError('malformed', 'The widget is not on the address of the tracker');
  return url.href;
}

function unwrap(answer: unknown): unknown {
  const envelope = read(answer, envelopeSchema);
  if (!envelope.success) throw new TrackerError('malformed', 'The tracker answered without success');
  return envelope.data;
}

function read<T>(answer: unknown, schema: ZodMiniType<T>): T {
  const result = safeParse(schema, answer);
  if (!result.success)
    throw new TrackerError('malformed', 'The answer of the tracker does not have the form of the interface');
  return result.data;
}

/** "Nothing found" is a value: a 404 of the operation itself. */
async function orNothing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    // A tracker at a wrong base address also answers 404, but not with the error record.
    if (error instanceof TrackerError && error.code === 'not-found' && error.reason !== undefined)
      return undefined;
    throw error;
  }
}
