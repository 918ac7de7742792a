import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import type { Sink, SinkTrouble } from '../store/relay';
import { referenceOf, sinkForms, type RelayEvent, type SinkRequest } from './sink-forms';

/** What became of one delivery. `later`: nothing is wrong with it; the sink is tried again after a time. */
export type SinkAnswer =
  | { readonly kind: 'sent' | 'refused'; readonly status: number }
  | {
      readonly kind: 'later';
      readonly trouble: Exclude<SinkTrouble, 'refused'>;
      readonly retryAfter?: number;
    }
  /** The sink takes neither this nor anything else. */
  | { readonly kind: 'stopped' };

interface Delivery {
  readonly sink: Sink;
  readonly event: RelayEvent;
  readonly change: 'watched' | 'removed';
  /** An earlier attempt may have arrived. */
  readonly isRepeated?: boolean;
}

/** How requests are made; `signal` ends them. */
interface Via {
  readonly fetch: typeof fetch;
  readonly signal?: AbortSignal;
}

const TIMEOUT_MS = 15_000;

function timeLimit({ signal }: Via): AbortSignal {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  return signal === undefined ? limit : AbortSignal.any([signal, limit]);
}

/**
 * Sends one viewing. Never rejects. A redirect is refused: the secret is for the address that was entered.
 */
export async function sendToSink(via: Via, delivery: Delivery): Promise<SinkAnswer> {
  const { sink, event, change, isRepeated = false } = delivery;
  const form = sinkForms[sink.kind][change];
  if (form === undefined) return { kind: 'sent', status: 0 };
  if (isRepeated && change === 'watched' && (await hasAlready(via, sink, event)))
    return { kind: 'sent', status: 200 };
  try {
    const response = await request(via, sink, form(event, sink.address));
    await response.body?.cancel();
    return answerOf(response, sink, change);
  } catch {
    return { kind: 'later', trouble: 'unreachable' };
  }
}

function request(via: Via, sink: Sink, { method, url, body }: SinkRequest): Promise<Response> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const headers = defined({
    'content-type': content === undefined ? undefined : 'application/json',
    authorization: sink.secret === '' ? undefined : `Bearer ${sink.secret}`,
    'user-agent': 'Matinee',
  });
  const signal = timeLimit(via);
  return via.fetch(url, defined({ method, redirect: 'manual', signal, headers, body: content }));
}

function answerOf({ status, headers }: Response, { kind }: Sink, change: Delivery['change']): SinkAnswer {
  if (isDone(status, change)) return { kind: 'sent', status };
  if (status === 429 || status === 503) return busyAnswer(headers);
  if (status >= 500 || status === 408) return { kind: 'later', trouble: 'failing' };
  return refusesAll(status, kind) ? { kind: 'stopped' } : { kind: 'refused', status };
}

/** 409: it has the viewing. 404 of a removal: it has it no longer. */
function isDone(status: number, change: Delivery['change']): boolean {
  return (status >= 200 && status < 300) || status === 409 || (status === 404 && change === 'removed');
}

function busyAnswer(headers: Headers): SinkAnswer {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return defined({ kind: 'later', trouble: 'busy', retryAfter: seconds >= 0 ? seconds : undefined });
}

/** The key is not taken, or the sink is at another address. */
function refusesAll(status: number, kind: Sink['kind']): boolean {
  if (status < 400 || status === 401 || status === 403) return true;
  return (status === 404 || status === 410) && kind !== 'api-v1';
}

/** A viewing of the same title within a minute is the one that was sent before. Only API v1 can be asked. */
async function hasAlready(via: Via, sink: Sink, event: RelayEvent): Promise<boolean> {
  if (sink.kind !== 'api-v1') return false;
  const { type } = event.media;
  const url = `${sink.address}/history?type=${type}&pageSize=100&sort=watchedAt:desc`;
  try {
    const response = await via.fetch(url, {
      redirect: 'manual',
      signal: timeLimit(via),
      headers: { authorization: `Bearer ${sink.secret}` },
    });
    const answer = parseJson((await response.text()).slice(0, LONGEST_ANSWER));
    const data: unknown = isRecord(answer) ? answer['data'] : undefined;
    const items: unknown = isRecord(data) ? data['items'] : data;
    return Array.isArray(items) && items.some((item) => isRecord(item) && isSame(item, event));
  } catch {
    return false;
  }
}

const LONGEST_ANSWER = 500_000;
const SAME_MS = 60_000;

function isSame(item: Readonly<Record<string, unknown>>, event: RelayEvent): boolean {
  const at = typeof item['watchedAt'] === 'string' ? Date.parse(item['watchedAt']) : Number.NaN;
  const { id, tvShowId, seasonNumber, episodeNumber } = referenceOf(event);
  const isTitle =
    event.media.type === 'movie'
      ? item['id'] === id || item['tmdbId'] === id
      : item['seasonNumber'] === seasonNumber &&
        item['episodeNumber'] === episodeNumber &&
        [item['tvShowId'], item['id'], item['tmdbId']].includes(tvShowId);
  return isTitle && Math.abs(at - event.watchedAt) <= SAME_MS;
}
