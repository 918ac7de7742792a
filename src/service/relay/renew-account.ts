import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import type { Sink } from '../store/sink';
import { readAccount, tokenSchema, withTokens, writeAccount, type SinkAccount } from './sink-account';
import {
  failureOf,
  isSuccess,
  request,
  unreachable,
  type HttpRequest,
  type SinkAnswer,
  type Via,
} from './sink-request';

/** Tokens are renewed this long before they expire, so that no delivery fails because of it. */
const RENEW_MS = 3_600_000;
/** A token refused this soon after it was issued is not too old. */
const FRESH_MS = 60_000;

const refused: SinkAnswer = { kind: 'stopped', trouble: 'refused' };

/**
 * The sink with a valid token, or why there is none. A refresh token can be used once, so the next one is
 * stored before anything else.
 */
export async function renewAccount(
  via: Via,
  sink: Sink,
  form: (fields: Readonly<Record<string, string>>) => HttpRequest,
): Promise<Sink | SinkAnswer> {
  const account = readAccount(sink.secret);
  if (account?.access === undefined) return refused;
  if (account.until === undefined || account.until - RENEW_MS >= via.now()) return sink;
  if (account.refresh === undefined) return refused;
  const { clientId, clientSecret, refresh } = account;
  const fields = defined({
    grant_type: 'refresh_token',
    refresh_token: refresh,
    client_id: clientId,
    client_secret: clientSecret,
  });
  const given = await askForTokens(via, form(fields));
  if ('kind' in given) return given;
  const secret = writeAccount(withTokens(account, given, via.now()));
  await via.saveSecret(sink, secret);
  return { ...sink, secret };
}

async function askForTokens(via: Via, form: HttpRequest): Promise<z.infer<typeof tokenSchema> | SinkAnswer> {
  try {
    const answer = await request(via, form);
    if (!isSuccess(answer)) return answer.status === 400 ? refused : failureOf(answer);
    return z.safeParse(tokenSchema, answer.body).data ?? refused;
  } catch {
    return unreachable;
  }
}

/** The token was refused: it is renewed at the next look, unless it is new. */
export async function expire(via: Via, sink: Sink, account: SinkAccount): Promise<SinkAnswer> {
  const isFresh = account.givenAt !== undefined && via.now() - account.givenAt < FRESH_MS;
  if (isFresh || account.refresh === undefined) return refused;
  await via.saveSecret(sink, writeAccount({ ...account, until: 0 }));
  return { kind: 'later', trouble: 'busy', retryAfter: 0 };
}
