import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import type { Sink } from '../store/sink';
import type { RelayEvent, RelayRating, SinkClient } from './sink-client';
import { referenceOf, sinkForms, type PlainKind } from './sink-forms';
import {
  failureOf,
  isSuccess,
  nothingToSend,
  request,
  unreachable,
  type HttpRequest,
  type SinkAnswer,
  type Via,
} from './sink-request';

/** The client of a sink that is told each thing by one request. */
export function createPlainClient(kind: PlainKind): SinkClient {
  const { watched, removed, rated } = sinkForms[kind];
  return defined({
    watched: async (via: Via, sink: Sink, event: RelayEvent, isRepeated: boolean): Promise<SinkAnswer> => {
      const before = isRepeated && kind === 'api-v1' ? await hasAlready(via, sink, event) : false;
      if (typeof before === 'object') return before;
      return before ? { kind: 'sent', status: 200 } : send(via, sink, watched(event, sink.address));
    },
    removed:
      removed && ((via: Via, sink: Sink, event: RelayEvent) => send(via, sink, removed(event, sink.address))),
    rated:
      rated &&
      (async (via: Via, sink: Sink, rating: RelayRating) => {
        const form = rated(rating, sink.address);
        return form === undefined ? nothingToSend : send(via, sink, form);
      }),
    hasTitlesOnce: kind !== 'webhook',
  });
}

async function send(via: Via, sink: Sink, form: HttpRequest): Promise<SinkAnswer> {
  try {
    const answer = await request(via, { ...form, headers: keyOf(sink) });
    const { status } = answer;
    // 409: it has the viewing. 404 of a removal: it has it no longer.
    if (isSuccess(answer) || status === 409 || (status === 404 && form.method === 'DELETE'))
      return { kind: 'sent', status };
    // The sink is at another address.
    return failureOf(answer, sink.kind === 'api-v1' ? [] : [404, 410]);
  } catch {
    return unreachable;
  }
}

const keyOf = ({ secret }: Sink): Readonly<Record<string, string>> =>
  secret === '' ? {} : { authorization: `Bearer ${secret}` };

/**
 * A viewing of the same title within a minute is the one that was sent before. An answer: it could not be
 * asked for.
 */
async function hasAlready(via: Via, sink: Sink, event: RelayEvent): Promise<boolean | SinkAnswer> {
  const url = `${sink.address}/history?type=${event.media.type}&pageSize=100&sort=watchedAt:desc`;
  try {
    const answer = await request(via, { method: 'GET', url, headers: keyOf(sink) });
    if (!isSuccess(answer)) return failureOf(answer);
    const data = isRecord(answer.body) ? answer.body['data'] : undefined;
    const items: unknown = isRecord(data) ? data['items'] : data;
    return Array.isArray(items) && items.some((item) => isRecord(item) && isSame(item, event));
  } catch {
    return unreachable;
  }
}

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
