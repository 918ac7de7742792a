import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { answerJson, end, type ReceivedRequest, type Trouble } from './sink-servers';

/** `bulkMediaRequestSchema` and its ids in Trakt's contract (github.com/trakt/trakt-api), as far as it is used. */
const idsSchema = z.strictObject({ tmdb: z.int(), imdb: z.optional(z.string()) });
const timeSchema = z.iso.datetime();
const bulkSchema = z.strictObject({
  movies: z.optional(z.array(z.strictObject({ ids: idsSchema, watched_at: timeSchema }))),
  shows: z.optional(
    z.array(
      z.strictObject({
        ids: idsSchema,
        seasons: z.array(
          z.strictObject({
            number: z.int(),
            episodes: z.array(z.strictObject({ number: z.int(), watched_at: timeSchema })),
          }),
        ),
      }),
    ),
  ),
});
const removeSchema = z.strictObject({ ids: z.array(z.int()) });
const ratingSchema = z.int().check(z.minimum(1), z.maximum(10));
const ratingsSchema = z.strictObject({
  movies: z.optional(z.array(z.strictObject({ ids: idsSchema, rating: ratingSchema }))),
  shows: z.optional(z.array(z.looseObject({ ids: idsSchema }))),
});
const scrobbleSchema = z.union([
  z.strictObject({
    progress: z.number(),
    movie: z.looseObject({ ids: idsSchema }),
  }),
  z.strictObject({
    progress: z.number(),
    show: z.looseObject({ ids: idsSchema }),
    episode: z.strictObject({ season: z.int(), number: z.int() }),
  }),
]);

export interface Play {
  readonly id: number;
  readonly watched_at: string;
  readonly movie?: { readonly ids: { readonly tmdb: number } };
  readonly show?: { readonly ids: { readonly tmdb: number } };
  readonly episode?: { readonly season: number; readonly number: number };
}

const CLIENT = 'client-1';
const WEEK_MS = 604_800_000;
const NEVER = '1970-01-01T00:00:00.000Z';

interface Options {
  readonly now: () => number;
  readonly trouble?: (request: ReceivedRequest) => Trouble | undefined;
  /** Numbers at TMDB that Trakt does not know. */
  readonly unknown?: readonly number[];
}

/**
 * Trakt as its contract states it: it stores what it is sent twice twice, its tokens live for a week, and one
 * for renewing is taken once.
 */
export function createFakeTrakt({ now, trouble = () => undefined, unknown = [] }: Options) {
  const plays: Play[] = [];
  const ratings: unknown[] = [];
  const scrobbles: string[] = [];
  const problems: string[] = [];
  const state = {
    code: '',
    challenge: '',
    decision: 'pending' as 'pending' | 'approved' | 'denied',
    polls: 0,
  };
  let tokens = { access: '', refresh: '', until: 0 };
  let count = 0;
  const giveTokens = (response: ServerResponse) => {
    count += 1;
    tokens = {
      access: `access-${String(count)}`,
      refresh: `refresh-${String(count)}`,
      until: now() + WEEK_MS,
    };
    answerJson(response, 200, {
      access_token: tokens.access,
      token_type: 'bearer',
      expires_in: 604_800,
      refresh_token: tokens.refresh,
      scope: 'public',
      created_at: Math.floor(now() / 1000),
    });
  };
  const signIn = (path: string, body: Readonly<Record<string, unknown>>, response: ServerResponse) => {
    if (path === '/oauth/device/code') {
      if (body['client_id'] !== CLIENT) return void response.writeHead(403).end();
      state.code = 'device-1';
      state.challenge = String(body['code_challenge']);
      return answerJson(response, 200, {
        device_code: state.code,
        user_code: 'ABCD1234',
        verification_url: 'https://auth.trakt.tv/activate',
        expires_in: 600,
        interval: 5,
      });
    }
    if (path === '/oauth/device/token') {
      state.polls += 1;
      const proof = createHash('sha256').update(String(body['code_verifier'])).digest('base64url');
      if (body['code'] !== state.code || proof !== state.challenge) return void response.writeHead(404).end();
      if (state.decision === 'denied') return void response.writeHead(418).end();
      return state.decision === 'pending' ? void response.writeHead(400).end() : giveTokens(response);
    }
    if (body['grant_type'] !== 'refresh_token' || body['refresh_token'] !== tokens.refresh)
      return answerJson(response, 400, { error: 'invalid_grant', error_description: 'used' });
    return giveTokens(response);
  };
  /** `lastActivitiesResponseSchema`, as far as it is used: when something was said, not when it was watched. */
  const activities = { movies: { watched_at: NEVER }, episodes: { watched_at: NEVER } };
  const noteActivity = (): void => {
    activities.movies.watched_at = activities.episodes.watched_at = new Date(now()).toISOString();
  };
  /** What the person marks there. */
  const watch = (ids: { readonly tmdb: number }, watched_at: string): void => {
    plays.push({ id: (count += 1) + 1000, watched_at, movie: { ids } });
    noteActivity();
  };
  const add = (body: unknown): { added: object; not_found: object } => {
    const { movies = [], shows = [] } = z.parse(bulkSchema, body);
    noteActivity();
    const lost = <T extends { readonly ids: { readonly tmdb: number } }>(list: readonly T[]) =>
      list.filter(({ ids }) => unknown.includes(ids.tmdb));
    for (const { ids, watched_at } of movies)
      if (!unknown.includes(ids.tmdb)) plays.push({ id: (count += 1) + 1000, watched_at, movie: { ids } });
    for (const { ids, seasons } of shows)
      for (const { number: season, episodes } of seasons)
        for (const { number, watched_at } of episodes)
          plays.push({ id: (count += 1) + 1000, watched_at, show: { ids }, episode: { season, number } });
    return { added: {}, not_found: { movies: lost(movies), shows: lost(shows), seasons: [], episodes: [] } };
  };
  const perform = (method: string, { pathname: path, searchParams }: URL, body: unknown): unknown => {
    if (method === 'GET' && path.startsWith('/sync/history/')) {
      const [from, to] = [searchParams.get('start_at') ?? '1970', searchParams.get('end_at') ?? '2100'];
      const isType = (play: Play) => (path.endsWith('/movies') ? 'movie' in play : 'show' in play);
      const within = ({ watched_at: at }: Play) =>
        Date.parse(at) >= Date.parse(from) && Date.parse(at) <= Date.parse(to);
      const [limit, page] = [Number(searchParams.get('limit')), Number(searchParams.get('page') ?? 1)];
      return plays
        .filter((play) => isType(play) && within(play))
        .toSorted((a, b) => b.watched_at.localeCompare(a.watched_at))
        .slice((page - 1) * limit, page * limit);
    }
    if (path === '/sync/last_activities') return activities;
    if (path === '/sync/history') return add(body);
    if (path === '/sync/history/remove') {
      const { ids } = z.parse(removeSchema, body);
      for (const id of ids)
        plays.splice(
          plays.findIndex((play) => play.id === id),
          1,
        );
      return { deleted: { movies: 1, episodes: 0 }, not_found: { movies: [], ids: [] } };
    }
    if (path === '/sync/ratings') return (ratings.push(z.parse(ratingsSchema, body)), { added: {} });
    if (path === '/sync/ratings/remove') return (ratings.splice(0), { deleted: {} });
    z.parse(scrobbleSchema, body);
    scrobbles.push(`${path} ${String((body as { progress: number }).progress)}`);
    return { id: 0 };
  };
  /** The token is not taken any more. `isNewKept`: unless it was given in the last minute. */
  const rotate = ({ isNewKept = false } = {}): void => {
    if (!isNewKept || tokens.until - WEEK_MS < now() - 60_000) tokens.access = 'another';
  };
  const answer = (request: ReceivedRequest, response: ServerResponse): void => {
    const url = new URL(request.url, 'http://x');
    if (url.pathname.startsWith('/oauth/')) return signIn(url.pathname, request.body, response);
    if (request.headers['trakt-api-version'] !== '2' || request.headers['trakt-api-key'] !== CLIENT)
      return void response.writeHead(403).end();
    if (request.key !== `Bearer ${tokens.access}` || tokens.until <= now())
      return void response.writeHead(401).end();
    const wrong = trouble(request);
    if (wrong?.when === 'before') return end(response, wrong);
    try {
      const result = perform(request.method, url, request.body);
      if (wrong !== undefined) return end(response, wrong);
      answerJson(response, request.method === 'GET' ? 200 : 201, result);
    } catch (error) {
      problems.push(`${request.method} ${request.url} ${String(error)}`);
      response.writeHead(422).end();
    }
  };
  /** A token without a code. */
  const grant = (): string => {
    tokens = { access: 'access-0', refresh: '', until: now() + WEEK_MS };
    return tokens.access;
  };
  return { plays, ratings, scrobbles, problems, state, answer, rotate, watch, grant };
}
