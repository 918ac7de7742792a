import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import type { Fields } from '../../protocol/tracker/read-fields';
import { createSecret } from '../secrets/secret';
import { readTime } from '../library/imports/import-row';
import { readTrakt } from '../library/imports/read-trakt';
import type { Sink } from '../store/sink';
import {
  EARLIER_MS,
  readAs,
  readPages,
  toHistory,
  type PulledHistory,
  type RelayEvent,
  type RelayRating,
  type SinkClient,
} from './sink-client';
import {
  deviceSchema,
  readAccount,
  tokenSchema,
  withTokens,
  type ConnectStep,
  type SinkAccount,
  expire,
  renewAccount,
} from './sink-account';
import {
  failureOf,
  isSuccess,
  nothingToSend,
  request,
  settle,
  unreachable,
  type HttpAnswer,
  type SinkAnswer,
  type Via,
} from './sink-request';
import { historyBody, isoTime, playingBody, ratingBody } from './work-body';

/** Trakt's API. Its contract is published: github.com/trakt/trakt-api, `projects/api/src/contracts`. */
export const TRAKT_ADDRESS = 'https://api.trakt.tv';
const SIGN_IN_ADDRESS = 'https://auth.trakt.tv';

/** Two reports within this time are one viewing. */
const SAME_MS = 60_000;
/** 412: Trakt refuses the person's application. 423: the account is locked. 426: it needs a paid plan. */
const STOPS = [412, 423, 426];

const signInOf = (address: string) => (address === TRAKT_ADDRESS ? SIGN_IN_ADDRESS : address);

/** Requests a code that the person enters at Trakt. `undefined`: the client id is refused. */
export async function startTrakt(
  via: Via,
  address: string,
  { clientId, clientSecret }: Pick<SinkAccount, 'clientId' | 'clientSecret'>,
): Promise<SinkAccount | undefined> {
  const verifier = createSecret();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const proof =
    clientSecret === undefined ? { code_challenge: challenge, code_challenge_method: 'S256' } : {};
  const answer = await request(via, {
    method: 'POST',
    url: `${signInOf(address)}/oauth/device/code`,
    body: { client_id: clientId, ...proof },
  });
  const device = isSuccess(answer) ? z.safeParse(deviceSchema, answer.body).data : undefined;
  if (device?.device_code === undefined) return undefined;
  return defined({
    clientId,
    clientSecret,
    verifier: clientSecret === undefined ? verifier : undefined,
    device: {
      code: device.device_code,
      userCode: device.user_code,
      url: device.verification_url,
      interval: device.interval * 1000,
      until: via.now() + device.expires_in * 1000,
    },
  });
}

/** 400: the person has not answered yet. 429: polled too often. Any other error ends the flow. */
export async function pollTrakt(via: Via, address: string, account: SinkAccount): Promise<ConnectStep> {
  const { clientId, clientSecret, verifier, device } = account;
  if (device === undefined || device.until < via.now()) return { kind: 'ended' };
  const answer = await request(via, {
    method: 'POST',
    url: `${signInOf(address)}/oauth/device/token`,
    body: defined({
      code: device.code,
      client_id: clientId,
      client_secret: clientSecret,
      code_verifier: verifier,
    }),
  });
  const token = isSuccess(answer) ? z.safeParse(tokenSchema, answer.body).data : undefined;
  if (token !== undefined) return { kind: 'connected', account: withTokens(account, token, via.now()) };
  if (answer.status === 429) return { kind: 'waiting', interval: device.interval * 2 };
  return answer.status === 400 || answer.status >= 500
    ? { kind: 'waiting', interval: device.interval }
    : { kind: 'ended' };
}

const renewTrakt = (via: Via, sink: Sink) =>
  renewAccount(via, sink, (fields) => ({
    method: 'POST',
    url: `${signInOf(sink.address)}/oauth/token`,
    body: { ...fields, redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' },
  }));

export const traktClient: SinkClient = {
  paceMs: 1000,
  prepare: renewTrakt,
  pull: pullTrakt,
  watched: async (via, sink, event, isRepeated) => {
    const body = historyBody(event, true);
    if (body === undefined) return nothingToSend;
    // Asks first, because Trakt would store the same viewing twice.
    const before = isRepeated ? await findPlay(via, sink, event) : undefined;
    if (typeof before === 'object') return before;
    if (before !== undefined) return { kind: 'sent', status: 200 };
    return settleTrakt(await ask(via, sink, 'POST', '/sync/history', body));
  },
  removed: async (via, sink, event) => {
    const play = await findPlay(via, sink, event);
    if (typeof play === 'object') return play;
    if (play === undefined) return nothingToSend;
    return settleTrakt(await ask(via, sink, 'POST', '/sync/history/remove', { ids: [play] }));
  },
  rated: async (via, sink, rating: RelayRating) => {
    const body = ratingBody(rating);
    if (body === undefined) return nothingToSend;
    const path = rating.rating === null ? '/sync/ratings/remove' : '/sync/ratings';
    return settleTrakt(await ask(via, sink, 'POST', path, body));
  },
  playing: async (via, sink, event, { state, progress }) => {
    const body = playingBody(event, progress);
    if (body === undefined) return nothingToSend;
    const path = state === 'playing' ? '/scrobble/start' : '/scrobble/pause';
    return settleTrakt(await ask(via, sink, 'POST', path, body));
  },
};

const activitiesSchema = z.object({
  movies: z.object({ watched_at: z.string() }),
  episodes: z.object({ watched_at: z.string() }),
});

/**
 * Trakt filters the history by the time of watching and not of adding, so the pull starts `EARLIER_MS` back.
 */
async function pullTrakt(
  via: Via,
  sink: Sink,
  cursor: string | undefined,
): Promise<PulledHistory | SinkAnswer> {
  const answer = await ask(via, sink, 'GET', '/sync/last_activities');
  const read = readAs(activitiesSchema, answer, STOPS);
  if ('kind' in read) return read;
  const { movies, episodes } = read.value;
  const next = `${movies.watched_at} ${episodes.watched_at}`;
  if (next === cursor) return toHistory([], cursor);
  const before = Math.min(...(cursor ?? '').split(' ').map((time) => readTime(time) ?? 0));
  const start = before <= EARLIER_MS ? '' : `&start_at=${isoTime(before - EARLIER_MS)}`;
  const entries: Fields[] = [];
  for (const type of ['movies', 'episodes']) {
    const path = `/sync/history/${type}?limit=100${start}&page=`;
    const plays = await readPages({
      ask: (page) => ask(via, sink, 'GET', path + String(page)),
      stops: STOPS,
    });
    if ('kind' in plays) return plays;
    entries.push(...plays);
  }
  return toHistory(await readTrakt(entries), next);
}

const playSchema = z.array(
  z.object({
    id: z.number(),
    watched_at: z.string(),
    movie: z.optional(z.object({ ids: z.object({ tmdb: z.nullish(z.number()) }) })),
    show: z.optional(z.object({ ids: z.object({ tmdb: z.nullish(z.number()) }) })),
    episode: z.optional(z.object({ season: z.number(), number: z.number() })),
  }),
);

/** The id of the viewing in the person's history at Trakt. A `SinkAnswer`: the look-up failed. */
async function findPlay(via: Via, sink: Sink, event: RelayEvent): Promise<number | SinkAnswer | undefined> {
  const { type } = event.media;
  const query = new URLSearchParams({
    start_at: isoTime(event.watchedAt - SAME_MS),
    end_at: isoTime(event.watchedAt + SAME_MS),
    limit: '100',
  });
  const path = `/sync/history/${type === 'movie' ? 'movies' : 'episodes'}?${String(query)}`;
  const answer = await ask(via, sink, 'GET', path);
  if ('kind' in answer) return answer;
  if (!isSuccess(answer)) return failureOf(answer, STOPS);
  const plays = z.safeParse(playSchema, answer.body).data;
  if (plays === undefined) return { kind: 'later', trouble: 'failing' };
  return plays.find((play) => isSame(play, event))?.id;
}

function isSame(play: z.infer<typeof playSchema>[number], { media, watchedAt }: RelayEvent): boolean {
  if (Math.abs(Date.parse(play.watched_at) - watchedAt) > SAME_MS) return false;
  if (media.type === 'movie') return play.movie?.ids.tmdb === media.tmdbId;
  return (
    play.show?.ids.tmdb === media.tmdbId &&
    play.episode?.season === media.seasonNumber &&
    play.episode?.number === media.episodeNumber
  );
}

const settleTrakt = (answer: HttpAnswer | SinkAnswer): SinkAnswer =>
  'kind' in answer ? answer : settle(answer, STOPS);

/** Makes a request with the person's token. */
async function ask(
  via: Via,
  sink: Sink,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<HttpAnswer | SinkAnswer> {
  const account = readAccount(sink.secret);
  if (account?.access === undefined) return { kind: 'stopped', trouble: 'refused' };
  const { access, clientId } = account;
  const headers = { authorization: `Bearer ${access}`, 'trakt-api-version': '2', 'trakt-api-key': clientId };
  try {
    const answer = await request(via, defined({ method, url: sink.address + path, headers, body }));
    return answer.status === 401 ? await expire(via, sink, account) : answer;
  } catch {
    return unreachable;
  }
}
