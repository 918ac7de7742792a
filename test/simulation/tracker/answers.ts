import { SimulatedResponse } from '../program/response';

/**
 * How the tracker, or something on the way to it, answers a request in place of the service. `isCommitted`:
 * the service has handled it.
 */
export interface OddAnswer {
  readonly isCommitted?: true;
  /**
   * Undefined: the connection breaks. `hang`: no answer ever comes. `late`: that of the service comes seconds
   * later.
   */
  readonly respond: ((now: number) => SimulatedResponse) | 'hang' | 'late' | undefined;
  /**
   * A refusal of this very update: a status of the client with the documented error record. The record of a
   * title that is not known, of an update that collides with another one and of too many requests refuse none;
   * nor does any page.
   */
  readonly isRefusal?: true;
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new SimulatedResponse(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
const html =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new SimulatedResponse('<!doctype html><title>Sorry</title>', {
      status,
      headers: { 'content-type': 'text/html', ...headers },
    });
const record = (status: number, error: string, headers: Record<string, string> = {}) =>
  json(status, { error, message: 'not now' }, headers);

export const oddAnswers = {
  'network error': { respond: undefined },
  'answer lost after commit': { respond: undefined, isCommitted: true },
  hang: { respond: 'hang' },
  'hang after commit': { respond: 'hang', isCommitted: true },
  'late answer': { respond: 'late', isCommitted: true },
  '200 garbage': { respond: html(200) },
  '200 empty': { respond: () => new SimulatedResponse('') },
  '200 error record': { respond: record(200, 'MAINTENANCE') },
  '200 without success': { respond: json(200, { success: false }) },
  '204': { respond: () => new SimulatedResponse('', { status: 204 }) },
  '302': { respond: html(302, { location: 'https://login.test/' }) },
  '400 record': { respond: record(400, 'VALIDATION_ERROR'), isRefusal: true },
  '400 bare': { respond: html(400) },
  '401 page': { respond: html(401, { 'www-authenticate': 'Basic realm="proxy"' }) },
  '401 record of another code': { respond: record(401, 'PROXY_AUTH') },
  '403 record': { respond: record(403, 'FORBIDDEN'), isRefusal: true },
  '403 page': { respond: html(403) },
  '404 record': { respond: record(404, 'NOT_FOUND') },
  '404 page': { respond: html(404) },
  '405': { respond: html(405) },
  '407': { respond: html(407) },
  '409 record': { respond: record(409, 'CONFLICT') },
  '409 page': { respond: html(409) },
  '410 record': { respond: record(410, 'GONE') },
  '413 record': { respond: record(413, 'PAYLOAD_TOO_LARGE'), isRefusal: true },
  '429': { respond: record(429, 'RATE_LIMITED') },
  '429 seconds': { respond: record(429, 'RATE_LIMITED', { 'retry-after': '90' }) },
  '429 date': {
    respond: (now: number) =>
      record(429, 'RATE_LIMITED', {
        date: new Date(now).toUTCString(),
        'retry-after': new Date(now + 120_000).toUTCString(),
      })(),
  },
  '429 odd': { respond: record(429, 'RATE_LIMITED', { 'retry-after': '-5 minutes' }) },
  '429 long': { respond: record(429, 'RATE_LIMITED', { 'retry-after': '3600' }) },
  '451': { respond: html(451) },
  '500': { respond: record(500, 'INTERNAL_ERROR') },
  '502 page': { respond: html(502) },
  '503': { respond: html(503, { 'retry-after': '30' }) },
} satisfies Record<string, OddAnswer>;

export type OddAnswerName = keyof typeof oddAnswers;
export const oddAnswerNames = Object.keys(oddAnswers) as OddAnswerName[];
