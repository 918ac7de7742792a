import { forgetAlarm, wakeAt, wakeExactlyAt } from '../../platform/browser/alarms';
import { revokeToken } from '../../tracker/device';
import type { TrackerError } from '../../tracker/tracker-error';
import { type AppContext, createMutex, type RunExclusive } from '../context/context';
import type { Revocation } from '../context/database';

/** Fires while a token of an earlier sign-in has not been revoked. */
export const REVOCATION_ALARM = 'revocation';

/**
 * Number of tokens that wait to be revoked, and of attempts for each; the last attempt is about 11 days after
 * the first.
 */
const MOST_TOKENS = 5;
const MOST_ATTEMPTS = 15;
/** Milliseconds; the delay doubles with each further attempt. */
const FIRST_DELAY = 60_000;

/**
 * Records that this token is to be revoked. `revokeTokens` does so: at once if a job calls it, otherwise by
 * its alarm, which fires later, so a tracker is not asked twice.
 */
export async function revokeLater(
  { database, now }: AppContext,
  account: Omit<Revocation, 'attempts'> | undefined,
): Promise<void> {
  if (!account?.token) return;
  const { baseUrl, token } = account;
  const list = [...(await pendingRevocations(database)), { baseUrl, token, attempts: 0 }];
  await database.put('account', { kind: 'revocations', list: list.slice(-MOST_TOKENS) }, 'revocations');
  await wakeAt(REVOCATION_ALARM, now() + FIRST_DELAY);
}

/** The tokens that wait to be revoked, oldest first. */
export async function pendingRevocations(database: AppContext['database']): Promise<Revocation[]> {
  const stored = await database.get('account', 'revocations');
  return stored?.kind === 'revocations' ? stored.list : [];
}

const runAlone = createMutex();

/**
 * Asks each tracker to revoke the tokens of earlier sign-ins, and tries again later if it cannot be reached.
 * The second of two simultaneous calls begins after the first, so no token is sent twice.
 */
export const revokeTokens = (context: AppContext, runExclusive: RunExclusive): Promise<void> =>
  runAlone(async () => {
    const { database, now } = context;
    for (const one of await pendingRevocations(database)) {
      const attempts = (await revoke(context, one)) ? MOST_ATTEMPTS : one.attempts + 1;
      // Another token may have been added meanwhile.
      await runExclusive(async () => {
        const list = (await pendingRevocations(database))
          .map((stored) => (stored.token === one.token ? { ...stored, attempts } : stored))
          .filter((stored) => stored.attempts < MOST_ATTEMPTS);
        await database.put('account', { kind: 'revocations', list }, 'revocations');
      });
    }
    await runExclusive(async () => {
      // The newest token has the fewest attempts.
      const newest = (await pendingRevocations(database)).at(-1);
      if (newest === undefined) return forgetAlarm(REVOCATION_ALARM);
      return wakeExactlyAt(REVOCATION_ALARM, now() + FIRST_DELAY * 2 ** newest.attempts);
    });
  });

/**
 * True if nothing remains to be done: the token is revoked or unknown, or the tracker has no such operation.
 */
export function revoke(
  { fetch, now }: Pick<AppContext, 'fetch' | 'now'>,
  { baseUrl, token }: Omit<Revocation, 'attempts'>,
): Promise<boolean> {
  return revokeToken(token, { baseUrl, fetch, now }).then(
    () => true,
    ({ status }: TrackerError) => status === 401 || status === 404 || status === 405,
  );
}
