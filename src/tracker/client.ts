import { defined } from '../core/values/defined';
import { isRecord } from '../core/values/is-record';
import type { ConnectorSubmission } from '../protocol/tracker/connector-submission';
import { readAddress, readText } from '../protocol/tracker/read-fields';
import type { Media } from '../core/media/media';
import { markRequest, type Mark } from '../protocol/tracker/media-requests';
import { readMediaStatus, statusItems, type MediaStatus } from '../protocol/tracker/read-media-status';
import { readPerson, type Person } from '../protocol/tracker/read-person';
import { readResolvedMedia, readSeasonProgress } from '../protocol/tracker/read-resolved-media';
import { readWork } from '../protocol/tracker/read-work';
import type { ResolvedMedia, ResolveRequest } from '../protocol/tracker/resolve';
import { scrobbleResponseSchema } from '../protocol/tracker/envelope';
import type { ScrobbleInput } from '../protocol/tracker/scrobble-request';
import type { Offers } from './offers';
import { readData, readResponse, requireSuccess, request, type RequestOptions } from './request';
import { resolveDocumented } from './resolve-documented';
import { TrackerError, type TrackerErrorCode } from './tracker-error';

export type TrackerOptions = Readonly<{
  /** As `parseBaseUrl` returns it: `https://host/…/api/v1`, without a slash at the end. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** The device token, read for each request. `undefined` while signed out. */
  token: () => Promise<string | undefined>;
  /** What the tracker offers beyond API v1; read by operations that depend on it. */
  offers: () => Promise<Offers>;
  /** Milliseconds per request; 20,000 when absent. */
  timeoutMs?: number;
  /** Milliseconds since 1970; used to read a `Retry-After` that is a date. */
  now: () => number;
}>;

/** The operations of the API that the extension uses. All reject only with a `TrackerError`. */
export interface Tracker {
  /** Resolves when the tracker has accepted the update. */
  scrobble(input: ScrobbleInput, signal?: AbortSignal): Promise<void>;
  /**
   * Resolves a title in the tracker's dialect: one question with everything that the page states, or the
   * questions that API v1 documents. `undefined`: the tracker does not know it (404). A title without a
   * usable id is `malformed`.
   */
  resolve(query: ResolveRequest, signal?: AbortSignal): Promise<ResolvedMedia | undefined>;
  /** `elsewhere`: in the documented format, for a tracker that does not accept saved pages. */
  submitConnector(
    submission: ConnectorSubmission,
    elsewhere?: ConnectorSubmission,
    signal?: AbortSignal,
  ): Promise<SubmittedConnector>;
  /** Who is signed in. */
  person(signal?: AbortSignal): Promise<Person>;
  /** `data` of the response; `readDashboard` reads it. */
  dashboard(signal?: AbortSignal): Promise<unknown>;
  /** `data` of the response; `readChannel` reads it. */
  channel(id: string, signal?: AbortSignal): Promise<unknown>;
  /** A page of a widget's `apiUrl`; `readPage` reads it. An address on another origin is `malformed`. */
  getWidget(apiUrl: string, page?: number, signal?: AbortSignal): Promise<unknown>;
  /** A page of a list that API v1 documents, such as `/channels`; `readPage` reads it. */
  page(path: string, page?: number): Promise<unknown>;
  /** `undefined`: the tracker has no such operation, or says nothing about the title. */
  status(media: Media): Promise<MediaStatus | undefined>;
  mark(media: Media, mark: Mark): Promise<void>;
  /** `items` in the response of an operation of ours. */
  list(path: string): Promise<Readonly<Record<string, unknown>>[]>;
  /** Calls an operation of ours. Returns `data` of the response; `undefined` if it has no body. */
  call(method: Method, path: string, body?: object): Promise<unknown>;
}

/** The format of `data` after a submission is not documented, so other trackers may send nothing. */
type SubmittedConnector = Readonly<{
  id?: string;
  /** The page about it on the tracker. */
  url?: string;
}>;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Send = (
  url: string,
  options?: Pick<RequestOptions, 'body' | 'signal' | 'expected' | 'method'>,
) => Promise<unknown>;

type Post = (path: string, body: object, signal?: AbortSignal) => Promise<unknown>;

/** A client for the API. Requests carry the token in the `Authorization` header and nowhere else. */
export function createTracker(options: TrackerOptions): Tracker {
  const { baseUrl } = options;
  const send = createSend(options);
  const get = async (path: string, signal?: AbortSignal) => readData(await send(baseUrl + path, { signal }));
  const post: Post = async (path, body, signal) => readData(await send(baseUrl + path, { body, signal }));
  return {
    // Accepted exactly as API v1 states it: 200 with a JSON object whose `success` is true or absent.
    async scrobble({ age, ...input }, signal) {
      const body = (await options.offers()).has('POST /scrobble age') ? { ...input, age } : input;
      const response = await send(`${baseUrl}/scrobble`, { body, signal, expected: 200 });
      requireSuccess(readResponse(response, scrobbleResponseSchema).success);
    },
    resolve: async (query, signal) => resolve(query, await options.offers(), post, signal),
    async submitConnector(submission, elsewhere, signal) {
      const isOurs = (await options.offers()).has('POST /connectors/submit cases');
      const body = isOurs ? submission : (elsewhere ?? submission);
      return toSubmitted(await post('/connectors/submit', body, signal));
    },
    person: async (signal) => readPerson(await send(`${baseUrl}/me`, { signal })),
    dashboard: (signal) => get('/dashboard', signal),
    channel: (id, signal) => get(`/channels/${encodeURIComponent(id)}`, signal),
    getWidget: async (apiUrl, page, signal) =>
      asPage(await send(withPage(requireOwnAddress(apiUrl, baseUrl), page), { signal })),
    page: async (path, page) => asPage(await send(withPage(baseUrl + path, page))),
    status: (media) =>
      orNothing(async () =>
        readMediaStatus(await post('/media/status', { items: statusItems(media) }), media),
      ),
    async mark(media, mark) {
      const { path, ...options } = markRequest(media, mark);
      await send(baseUrl + path, options);
    },
    async call(method, path, body) {
      const response = await send(baseUrl + path, { method, body });
      return response === '' ? undefined : readData(response);
    },
    list: async (path) => itemsOf(await get(path)),
  };
}

function resolve(query: ResolveRequest, offers: Offers, post: Post, signal: AbortSignal | undefined) {
  const ask = <T>(path: string, question: object, read: (data: unknown) => T) =>
    orNothing(async () => read(await post(path, question, signal)));
  if (offers.has('POST /matinee/resolve'))
    return ask('/matinee/resolve', offered(query, offers), toResolvedMedia(query));
  return resolveDocumented(query, {
    ask: (question) => ask('/media/resolve', question, toWork),
    seasons: (id) => seasonsOf(() => post('/media/show-progress', { ids: [id] }, signal), id),
  });
}

function createSend({ fetch, token: readToken, timeoutMs = 20_000, now }: TrackerOptions): Send {
  return async (url, options) => {
    const token = await readToken();
    if (token === undefined) throw new TrackerError('unauthorized');
    return request(url, { fetch, timeoutMs, now, token, ...options });
  };
}

/** The address of a widget comes from a response; the token must not be sent to another origin. */
function requireOwnAddress(apiUrl: string, baseUrl: string): string {
  const url = URL.canParse(apiUrl, `${baseUrl}/`) ? new URL(apiUrl, `${baseUrl}/`) : undefined;
  const isOwn =
    url !== undefined && url.origin === new URL(baseUrl).origin && url.username === '' && url.password === '';
  if (!isOwn) throw new TrackerError('malformed');
  return url.href;
}

/** Fields that every tracker of this dialect accepts. */
const SHARED_FIELDS: ReadonlySet<string> = new Set(['type', 'tmdbId']);

function offered(query: ResolveRequest, offers: Offers): object {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([name]) => SHARED_FIELDS.has(name) || offers.has(`POST /matinee/resolve ${name}`),
    ),
  );
}

const toResolvedMedia = (query: ResolveRequest) => (data: unknown) =>
  aboutTitle(readResolvedMedia(data, query.type));

function toSubmitted(data: unknown): SubmittedConnector {
  const fields = isRecord(data) ? data : {};
  return defined({ id: readText(fields, ['id']), url: readAddress(fields, ['url']) });
}

const toWork = (data: unknown) => aboutTitle(readWork(data));

/** The tracker answers, but its answer about this title is unusable. Other titles are still asked for. */
function aboutTitle<T>(read: T | undefined): T {
  if (read !== undefined) return read;
  throw new TrackerError('malformed', '', { aboutTitle: true });
}

/** Not every tracker states the lengths of seasons; its documents then allow it to answer 404. */
async function seasonsOf(ask: () => Promise<unknown>, id: number) {
  try {
    return readSeasonProgress(await ask(), id);
  } catch (error) {
    if (error instanceof TrackerError && SILENT.has(error.code)) return undefined;
    throw error;
  }
}

const SILENT: ReadonlySet<TrackerErrorCode> = new Set(['not-found', 'validation', 'malformed', 'forbidden']);

/** The whole response, because `pagination` is beside `data`. */
function asPage(response: unknown): unknown {
  readData(response);
  return response;
}

function withPage(address: string, page: number | undefined): string {
  if (page === undefined) return address;
  const url = new URL(address);
  url.searchParams.set('page', String(page));
  return url.href;
}

function itemsOf(data: unknown): Readonly<Record<string, unknown>>[] {
  const items = isRecord(data) ? data['items'] : undefined;
  if (!Array.isArray(items)) throw new TrackerError('malformed');
  return items.filter(isRecord);
}

/**
 * `undefined` for a 404 with the error record. A 404 without it comes from a server at a wrong base address.
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
