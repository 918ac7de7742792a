import { defined } from '../core/values/defined';
import { isRecord } from '../core/values/is-record';
import type { ConnectorSubmission } from '../protocol/tracker/connector-submission';
import { readAddress, readText } from '../protocol/tracker/read-fields';
import { readResolvedMedia } from '../protocol/tracker/read-resolved-media';
import type { ResolvedMedia, ResolveRequest } from '../protocol/tracker/resolve';
import { scrobbleResponseSchema } from '../protocol/tracker/scrobble';
import type { ScrobbleInput } from '../protocol/tracker/scrobble-request';
import { readData, readResponse, requireSuccess } from './read-response';
import { request } from './request';
import { TrackerError } from './tracker-error';

export interface TrackerOptions {
  /** As `parseBaseUrl` returns it: `https://host/…/api/v1`, without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  /** The device token, read for each request. `undefined` while signed out. */
  readonly token: () => Promise<string | undefined>;
  /** Milliseconds per request; 20,000 when absent. */
  readonly timeoutMs?: number;
  /** Milliseconds since 1970; used to read a `Retry-After` that is a date. */
  readonly now: () => number;
}

/** The operations of the API that the extension uses. All reject only with a `TrackerError`. */
export interface Tracker {
  /** Resolves when the tracker has accepted the update. */
  scrobble(input: ScrobbleInput, signal?: AbortSignal): Promise<void>;
  /** `undefined`: the tracker does not know it (404). A title without a usable id is `malformed`. */
  resolve(query: ResolveRequest, signal?: AbortSignal): Promise<ResolvedMedia | undefined>;
  submitConnector(submission: ConnectorSubmission, signal?: AbortSignal): Promise<SubmittedConnector>;
  /** `data` of the response; `readDashboard` reads it. */
  dashboard(signal?: AbortSignal): Promise<unknown>;
  /** `data` of the response; `readChannel` reads it. */
  channel(id: string, signal?: AbortSignal): Promise<unknown>;
  /** `data` of a widget's `apiUrl`; `readListItems` reads it. An address of another origin is `malformed`. */
  getWidget(apiUrl: string, signal?: AbortSignal): Promise<unknown>;
  /** `items` in the response of an operation of ours. */
  list(path: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** An operation of ours: `data` of the response; `undefined` of one without a body. */
  call(method: Method, path: string, body?: object): Promise<unknown>;
}

/** The form of `data` after a submission is not documented, so other trackers may send nothing. */
export interface SubmittedConnector {
  readonly id?: string;
  /** The page about it on the tracker. */
  readonly url?: string;
}

export type Method = 'GET' | 'PUT' | 'DELETE';

type Send = (
  url: string,
  body?: object,
  signal?: AbortSignal,
  expected?: number,
  method?: Method,
) => Promise<unknown>;

/** A client for the API. Requests carry the token in the `Authorization` header and nowhere else. */
export function createTracker(options: TrackerOptions): Tracker {
  const { baseUrl } = options;
  const send = createSend(options);
  const get = async (path: string, signal?: AbortSignal) =>
    readData(await send(baseUrl + path, undefined, signal));
  const post = async (path: string, body: object, signal?: AbortSignal) =>
    readData(await send(baseUrl + path, body, signal));
  return {
    // Accepted, to the letter of API v1: 200 with a JSON object whose `success` is true or absent.
    async scrobble(input, signal) {
      const response = await send(`${baseUrl}/scrobble`, input, signal, 200);
      requireSuccess(readResponse(response, scrobbleResponseSchema).success);
    },
    resolve: (query, signal) =>
      orNothing(async () => toResolvedMedia(await post('/media/resolve', query, signal), query)),
    async submitConnector(submission, signal) {
      const data = await post('/connectors/submit', submission, signal);
      const fields = isRecord(data) ? data : {};
      return defined({ id: readText(fields, ['id']), url: readAddress(fields, ['url']) });
    },
    dashboard: (signal) => get('/dashboard', signal),
    channel: (id, signal) => get(`/channels/${encodeURIComponent(id)}`, signal),
    getWidget: async (apiUrl, signal) =>
      readData(await send(requireOwnAddress(apiUrl, baseUrl), undefined, signal)),
    async call(method, path, body) {
      const response = await send(baseUrl + path, body, undefined, undefined, method);
      return response === '' ? undefined : readData(response);
    },
    list: async (path) => itemsOf(await get(path)),
  };
}

function createSend({ fetch, token: readToken, timeoutMs = 20_000, now }: TrackerOptions): Send {
  return async (url, body, signal, expected, method) => {
    const token = await readToken();
    if (token === undefined) throw new TrackerError('unauthorized', 'Not signed in');
    return request(url, { fetch, timeoutMs, now, token, body, signal, expected, method });
  };
}

/** The address of a widget comes from a response; the token must not go to another origin. */
function requireOwnAddress(apiUrl: string, baseUrl: string): string {
  const url = URL.canParse(apiUrl, `${baseUrl}/`) ? new URL(apiUrl, `${baseUrl}/`) : undefined;
  const isOwn =
    url !== undefined && url.origin === new URL(baseUrl).origin && url.username === '' && url.password === '';
  if (!isOwn) throw new TrackerError('malformed', 'The tracker did not answer as documented');
  return url.href;
}

function toResolvedMedia(data: unknown, query: ResolveRequest): ResolvedMedia {
  const media = readResolvedMedia(data, query.type);
  if (media === undefined) throw new TrackerError('malformed', 'The tracker did not answer as documented');
  return media;
}

function itemsOf(data: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items = isRecord(data) ? data['items'] : undefined;
  if (!Array.isArray(items)) throw new TrackerError('malformed', 'The tracker did not answer as documented');
  return items.filter(isRecord);
}

/**
 * `undefined` for a 404 with the error record. Without it, the 404 is of a server at a wrong base address.
 */
async function orNothing<T>(operation: () => Promise<T>): Promise<T | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof TrackerError && error.code === 'not-found' && error.reason !== undefined)
      return undefined;
    throw error;
  }
}
