import { createHmac, timingSafeEqual } from 'node:crypto';
import { createSecret, type RandomBytes } from './secret';

/**
 * A challenge that a passkey signs: its end (milliseconds since 1970), 256 random bits, and an HMAC over
 * both and its purpose with the key of the service. So nothing has to be stored until it comes back.
 */
export function createChallenge(key: string, purpose: string, until: number, random: RandomBytes): string {
  const head = `${String(until)}.${createSecret(random)}`;
  return `${head}.${codeOf(key, purpose, head)}`;
}

/** When a challenge of this service and this purpose ends; `undefined` for any other text. */
export function endOfChallenge(key: string, purpose: string, challenge: string): number | undefined {
  const [, head = '', until = '', code = ''] = /^((\d{1,15})\.[\w-]{43})\.([\w-]{43})$/.exec(challenge) ?? [];
  const expected = Buffer.from(codeOf(key, purpose, head));
  const given = Buffer.from(code);
  return given.length === expected.length && timingSafeEqual(given, expected) ? Number(until) : undefined;
}

function codeOf(key: string, purpose: string, head: string): string {
  return createHmac('sha256', key).update(`${purpose}\n${head}`).digest('base64url');
}
