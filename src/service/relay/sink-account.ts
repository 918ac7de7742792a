import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import { parseJson } from '../../core/values/parse-json';
import type { Sink } from '../store/sink';
import {
  failureOf,
  isSuccess,
  request,
  unreachable,
  type HttpRequest,
  type SinkAnswer,
  type Via,
} from './sink-request';

/** The person's account at another tracker, or the request for it. Stored as the sink's secret. */
const accountSchema = z.object({
  clientId: z.string(),
  /** Absent: a public client, which uses PKCE (RFC 7636). */
  clientSecret: z.optional(z.string()),
  access: z.optional(z.string()),
  refresh: z.optional(z.string()),
  /** When the access token expires, in milliseconds since 1970. */
  until: z.optional(z.number()),
  /** When the tokens were issued, in milliseconds since 1970. */
  givenAt: z.optional(z.number()),
  /** PKCE verifier, until the person has given consent. */
  verifier: z.optional(z.string()),
  /** The code that the person enters at the other tracker (RFC 8628). */
  device: z.optional(
    z.object({
      code: z.string(),
      userCode: z.string(),
      url: z.string(),
      /** Milliseconds between two polls. */
      interval: z.number(),
      /** When the code expires, in milliseconds since 1970. */
      until: z.number(),
    }),
  ),
  /** The `state` with which the person returns from the consent (RFC 6749, 4.1.1). */
  state: z.optional(z.string()),
});

export type SinkAccount = z.infer<typeof accountSchema>;

/** The account in a sink's secret. `undefined`: the secret is no account. */
export function readAccount(secret: string): SinkAccount | undefined {
  return z.safeParse(accountSchema, parseJson(secret)).data;
}

export function writeAccount(account: SinkAccount): string {
  return JSON.stringify(account);
}

/** The response to a request for a code (RFC 8628, 3.2), as these trackers write it. */
export const deviceSchema = z.object({
  device_code: z.optional(z.string()),
  user_code: z.string(),
  verification_url: z.string(),
  expires_in: z.number(),
  interval: z.number(),
});

/** The response to a request for tokens (RFC 6749, 5.1). */
export const tokenSchema = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.optional(z.string()),
  expires_in: z.optional(z.number()),
});

/** The account with its new tokens, without the data of the request for them. */
export function withTokens(
  { clientId, clientSecret, refresh }: SinkAccount,
  token: z.infer<typeof tokenSchema>,
  now: number,
): SinkAccount {
  const { access_token: access, refresh_token: next = refresh, expires_in: seconds } = token;
  const until = seconds === undefined ? undefined : now + seconds * 1000;
  return defined({ clientId, clientSecret, access, refresh: next, until, givenAt: now });
}

/** The result of a poll for a code that the person was shown. */
export type ConnectStep =
  | Readonly<{ kind: 'connected'; account: SinkAccount }>
  | Readonly<{ kind: 'waiting'; interval: number }>
  /** The person has declined, or the code has expired. */
  | Readonly<{ kind: 'ended' }>;

/** Tokens are renewed this long before they expire, so that no delivery fails because of it. */
const RENEW_MS = 3_600_000;

/**
 * If a token is refused this soon after it was issued, it has not expired, and renewing it would not help.
 */
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

/** The answer after a refused token. The next look renews the token, unless it was issued just now. */
export async function expire(via: Via, sink: Sink, account: SinkAccount): Promise<SinkAnswer> {
  const isFresh = account.givenAt !== undefined && via.now() - account.givenAt < FRESH_MS;
  if (isFresh || account.refresh === undefined) return refused;
  await via.saveSecret(sink, writeAccount({ ...account, until: 0 }));
  return { kind: 'later', trouble: 'busy', retryAfter: 0 };
}
