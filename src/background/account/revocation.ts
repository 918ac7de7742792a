import { forgetAlarm, wakeAt } from '../../platform/browser/alarms';
import { revokeToken } from '../../tracker/device';
import { TrackerError } from '../../tracker/tracker-error';
import type { AppContext } from '../context/context';
import type { Revocation } from '../context/database';

/** Rings while a token of an earlier sign-in has not been revoked. */
export const REVOCATION_ALARM = 'revocation';

/** Tokens that wait to be revoked, and attempts for each: the last one is some 10 days after the first. */
const MOST_TOKENS = 5;
const MOST_ATTEMPTS = 20;
const FIRST_DELAY = 60_000;
const LONGEST_DELAY = 86_400_000;

/**
 * Stores that this token is to be revoked. `revokeTokens` does it: at once where a job asks for it, else by
 * its alarm, which rings later than that, so that a tracker is not asked twice.
 */
export async function revokeLater(
  { database, now }: AppContext,
  { baseUrl, token }: Omit<Revocation, 'attempts'>,
): Promise<void> {
  if (token === '') return;
  const list = [...(await pendingRevocations(database)), { baseUrl, token, attempts: 0 }];
  await database.put('account', { kind: 'revocations', list: list.slice(-MOST_TOKENS) }, 'revocations');
  await wakeAt(REVOCATION_ALARM, now() + FIRST_DELAY);
}

/** The tokens that wait to be revoked. */
export async function pendingRevocations(database: AppContext['database']): Promise<readonly Revocation[]> {
  const stored = await database.get('account', 'revocations');
  return stored?.kind === 'revocations' ? stored.list : [];
}

/** Asks each tracker to revoke the tokens of earlier sign-ins; later again where it cannot be reached. */
export async function revokeTokens(context: AppContext): Promise<void> {
  const { database, now } = context;
  for (const one of await pendingRevocations(database)) {
    const attempts = (await revoke(context, one)) ? MOST_ATTEMPTS : one.attempts + 1;
    const list = (await pendingRevocations(database))
      .map((stored) => (stored.token === one.token ? { ...stored, attempts } : stored))
      .filter((stored) => stored.attempts < MOST_ATTEMPTS);
    await database.put('account', { kind: 'revocations', list }, 'revocations');
  }
  const left = await pendingRevocations(database);
  if (left.length === 0) return forgetAlarm(REVOCATION_ALARM);
  const delay = FIRST_DELAY * 2 ** Math.min(...left.map(({ attempts }) => attempts));
  return wakeAt(REVOCATION_ALARM, now() + Math.min(delay, LONGEST_DELAY));
}

/** Whether nothing remains to be done: it is revoked, unknown, or the tracker has no such operation. */
export async function revoke(
  { fetch, now }: Pick<AppContext, 'fetch' | 'now'>,
  { baseUrl, token }: Omit<Revocation, 'attempts'>,
): Promise<boolean> {
  try {
    await revokeToken(token, { baseUrl, fetch, now });
    return true;
  } catch (error) {
    return error instanceof TrackerError && [401, 404, 405].includes(error.status ?? 0);
  }
}
