import * as z from 'zod/mini';
import type { ImportRow } from '../library/imports/import-row';
import { readSimkl } from '../library/imports/read-simkl';
import type { Sink } from '../store/sink';
import {
  deviceSchema,
  readAccount,
  tokenSchema,
  withTokens,
  type ConnectStep,
  type SinkAccount,
} from './sink-account';
import { readAs, toHistory, type PulledHistory, type SinkClient } from './sink-client';
import {
  isSuccess,
  nothingToSend,
  request,
  settle,
  unreachable,
  type HttpAnswer,
  type SinkAnswer,
  type Via,
} from './sink-request';
import { historyBody, playingBody, ratingBody } from './work-body';

/** Simkl's API. Documentation: api.simkl.org, "Headers", "PIN", "Add to history", "Errors". */
export const SIMKL_ADDRESS = 'https://api.simkl.com';

/** 412: the client id is refused. */
const STOPS = [412];

function urlOf(address: string, path: string, clientId: string): string {
  const query = new URLSearchParams({ client_id: clientId, 'app-name': 'matinee', 'app-version': '1' });
  return `${address}${path}?${String(query)}`;
}

/** Requests the code of the PIN flow. `undefined`: the client id is refused. */
export async function startSimkl(
  via: Via,
  address: string,
  { clientId }: Pick<SinkAccount, 'clientId'>,
): Promise<SinkAccount | undefined> {
  const answer = await request(via, { method: 'GET', url: urlOf(address, '/oauth/pin', clientId) });
  const device = isSuccess(answer) ? z.safeParse(deviceSchema, answer.body).data : undefined;
  if (device === undefined) return undefined;
  const { user_code: userCode, verification_url: url, interval, expires_in: seconds } = device;
  const until = via.now() + seconds * 1000;
  return { clientId, device: { code: userCode, userCode, url, interval: interval * 1000, until } };
}

/** Simkl answers 200 without a token until the person has agreed. Its tokens do not expire. */
export async function pollSimkl(via: Via, address: string, account: SinkAccount): Promise<ConnectStep> {
  const { clientId, device } = account;
  if (device === undefined || device.until < via.now()) return { kind: 'ended' };
  const url = urlOf(address, `/oauth/pin/${encodeURIComponent(device.userCode)}`, clientId);
  const answer = await request(via, { method: 'GET', url });
  const token = isSuccess(answer) ? z.safeParse(tokenSchema, answer.body).data : undefined;
  if (token !== undefined) return { kind: 'connected', account: withTokens(account, token, via.now()) };
  const isWaiting = isSuccess(answer) || answer.status === 429 || answer.status >= 500;
  return isWaiting ? { kind: 'waiting', interval: device.interval } : { kind: 'ended' };
}

/** Simkl keeps each title once, so sending one again changes nothing. */
export const simklClient: SinkClient = {
  paceMs: 1000,
  watched: (via, sink, event) => send(via, sink, '/sync/history', historyBody(event, true)),
  removed: (via, sink, event) => send(via, sink, '/sync/history/remove', historyBody(event, false)),
  rated: (via, sink, rating) =>
    send(via, sink, rating.rating === null ? '/sync/ratings/remove' : '/sync/ratings', ratingBody(rating)),
  playing: (via, sink, event, { state, progress }) =>
    send(
      via,
      sink,
      state === 'playing' ? '/scrobble/start' : '/scrobble/pause',
      playingBody(event, progress),
    ),
  hasTitlesOnce: true,
  pull: pullSimkl,
};

/** The first pull reads years of viewings with a request for each kind. Later ones need a single request. */
const ALL = ['/sync/all-items/shows', '/sync/all-items/movies', '/sync/all-items/anime'];
const SINCE = ['/sync/all-items/'];

const activitiesSchema = z.object({ all: z.nullish(z.string()) });

/** As Simkl's "Sync guide" demands: reads the activities, and then only changes since the last pull. */
async function pullSimkl(
  via: Via,
  sink: Sink,
  cursor: string | undefined,
): Promise<PulledHistory | SinkAnswer> {
  const activities = readAs(activitiesSchema, await get(via, sink, '/sync/activities'), STOPS);
  if ('kind' in activities) return activities;
  const next = activities.value.all ?? NEVER;
  if (next === cursor) return toHistory([], next);
  const isFirst = cursor === undefined || cursor === NEVER;
  const since = isFirst ? {} : { date_from: cursor };
  const rows: (ImportRow | undefined)[] = [];
  for (const path of isFirst ? ALL : SINCE) {
    const answer = await get(via, sink, path, { extended: 'full', episode_watched_at: 'yes', ...since });
    // `null`: there are no items.
    const items = readAs(z.nullable(z.record(z.string(), z.unknown())), answer, STOPS);
    if ('kind' in items) return items;
    rows.push(...(await readSimkl(items.value ?? {}, true)));
  }
  return toHistory(rows, next);
}

/** The cursor of an account without activities. */
const NEVER = 'never';

async function get(
  via: Via,
  sink: Sink,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer | SinkAnswer> {
  const account = readAccount(sink.secret);
  if (account?.access === undefined) return { kind: 'stopped', trouble: 'refused' };
  const url = `${urlOf(sink.address, path, account.clientId)}&${String(new URLSearchParams(query))}`;
  const headers = { authorization: `Bearer ${account.access}`, 'simkl-api-key': account.clientId };
  return request(via, { method: 'GET', url, headers, isLarge: true }).catch(() => unreachable);
}

async function send(via: Via, sink: Sink, path: string, body: object | undefined): Promise<SinkAnswer> {
  if (body === undefined) return nothingToSend;
  const account = readAccount(sink.secret);
  if (account?.access === undefined) return { kind: 'stopped', trouble: 'refused' };
  try {
    const answer = await request(via, {
      method: 'POST',
      url: urlOf(sink.address, path, account.clientId),
      headers: { authorization: `Bearer ${account.access}`, 'simkl-api-key': account.clientId },
      body,
    });
    return settle(answer, STOPS);
  } catch {
    return unreachable;
  }
}
