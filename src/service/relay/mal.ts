import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import { createSecret } from '../secrets/secret';
import type { AnimeWork } from '../catalogue/anime/anime';
import type { Sink } from '../store/sink';
import { moveOn, type FindParts, type AnimeOnList, type ListPlace } from './anime-lists';
import { expire, renewAccount, readAccount, tokenSchema, withTokens, type SinkAccount } from './sink-account';
import type { SinkClient } from './sink-client';
import {
  failureOf,
  isSuccess,
  request,
  unreachable,
  type HttpAnswer,
  type HttpRequest,
  type SinkAnswer,
  type Via,
} from './sink-request';

/** MyAnimeList's API v2 (myanimelist.net/apiconfig/references). Its authorization uses PKCE "plain". */
export const MAL_ADDRESS = 'https://api.myanimelist.net';
const SIGN_IN_ADDRESS = 'https://myanimelist.net';

const signInOf = (address: string) => (address === MAL_ADDRESS ? SIGN_IN_ADDRESS : address);

/** The account before the consent at MyAnimeList, from which the person returns with its `state`. */
export function startMal({
  clientId,
  clientSecret,
}: Pick<SinkAccount, 'clientId' | 'clientSecret'>): SinkAccount {
  return defined({
    clientId,
    clientSecret,
    verifier: createSecret() + createSecret(),
    state: createSecret(),
  });
}

export function malSignIn(
  address: string,
  { clientId, verifier = '', state = '' }: SinkAccount,
  back: string,
): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    code_challenge: verifier,
    code_challenge_method: 'plain',
    redirect_uri: back,
    state,
  });
  return `${signInOf(address)}/v1/oauth2/authorize?${String(query)}`;
}

/** Exchanges the code with which the person returned for tokens. `undefined`: the code is refused. */
export async function finishMal(
  via: Via,
  address: string,
  account: SinkAccount,
  { code, back }: Readonly<{ code: string; back: string }>,
): Promise<SinkAccount | undefined> {
  const { clientId, clientSecret, verifier } = account;
  const answer = await request(via, {
    method: 'POST',
    url: `${signInOf(address)}/v1/oauth2/token`,
    form: defined({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      code,
      code_verifier: verifier,
      redirect_uri: back,
    }),
  });
  const token = isSuccess(answer) ? z.safeParse(tokenSchema, answer.body).data : undefined;
  return token && withTokens(account, token, via.now());
}

export function createMalClient(findParts: FindParts): SinkClient {
  return {
    paceMs: 1000,
    prepare: (via, sink) =>
      renewAccount(via, sink, (form) => ({
        method: 'POST',
        url: `${signInOf(sink.address)}/v1/oauth2/token`,
        form,
      })),
    watched: (via, sink, event) =>
      moveOn(
        {
          idOf: (work: AnimeWork) => work.malId,
          read: (ids) => readAll(via, sink, ids),
          write: (place) => write(via, sink, place),
        },
        event,
        findParts(event),
      ),
  };
}

const animeSchema = z.object({
  id: z.number(),
  /** 0: not known. */
  num_episodes: z.optional(z.number()),
  my_list_status: z.optional(z.object({ num_episodes_watched: z.number() })),
});

async function readAll(via: Via, sink: Sink, ids: number[]): Promise<AnimeOnList[] | SinkAnswer> {
  const entries: AnimeOnList[] = [];
  for (const id of ids) {
    const path = `/v2/anime/${String(id)}?fields=num_episodes,my_list_status`;
    const answer = await ask(via, sink, { method: 'GET', url: sink.address + path });
    if ('kind' in answer) return answer;
    const anime = z.safeParse(animeSchema, answer.body).data;
    if (anime === undefined) return { kind: 'later', trouble: 'failing' };
    const { num_episodes: episodes = 0, my_list_status: mine } = anime;
    entries.push({ id, episodes: episodes || undefined, progress: mine?.num_episodes_watched });
  }
  return entries;
}

async function write(via: Via, sink: Sink, { entry, episode, isLast }: ListPlace): Promise<SinkAnswer> {
  const answer = await ask(via, sink, {
    method: 'PATCH',
    url: `${sink.address}/v2/anime/${String(entry.id)}/my_list_status`,
    form: { num_watched_episodes: String(episode), status: isLast ? 'completed' : 'watching' },
  });
  return 'kind' in answer ? answer : { kind: 'sent', status: answer.status };
}

async function ask(via: Via, sink: Sink, what: HttpRequest): Promise<HttpAnswer | SinkAnswer> {
  const account = readAccount(sink.secret);
  if (account?.access === undefined) return { kind: 'stopped', trouble: 'refused' };
  try {
    const answer = await request(via, { ...what, headers: { authorization: `Bearer ${account.access}` } });
    if (answer.status === 401) return await expire(via, sink, account);
    return isSuccess(answer) ? answer : failureOf(answer);
  } catch {
    return unreachable;
  }
}
