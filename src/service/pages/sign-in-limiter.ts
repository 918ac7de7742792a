import type { Context } from 'hono';
import { html } from 'hono/html';
import { showRateLimit } from '../http/api-error';
import { callerOf, limitKeyOf, type Env, type Service } from '../http/environment';
import { hashSecret } from '../secrets/secret';
import type { RateLimit } from '../store/limits';
import { foldName } from '../store/users';
import { layout, notice, show, wordsOf } from './layout';
import { knownBrowserUser } from './signed-in';

const WINDOW_MS = 900_000;

/**
 * Maximum number of wrong passwords and codes in 15 min, for an address and for a known browser. Wrong
 * invitations are counted separately, with the same maximum.
 */
const ADDRESS_LIMIT = 10;

/**
 * Maximum number of wrong passwords for one account in 15 min, from unknown browsers at all addresses
 * together.
 */
const ACCOUNT_LIMIT = 100;

/** Maximum number of wrong passwords for all accounts in 15 min, from all unknown browsers together. */
const TOTAL_LIMIT = 1000;

/** An attempt that was counted. Call `giveBack` if it was right. */
export interface SignInAttempt {
  /** Also counts the attempt for this account. A response refuses the attempt. */
  forAccount(name: string): Promise<Response | undefined>;
  /** Runs the comparison of a password. Few run at once, because each takes 32 MiB. */
  hash<T>(work: () => Promise<T>): Promise<T>;
  giveBack(): Promise<void>;
}

/**
 * What is guessed: `sign-in` for passwords and the set-up code, `invitation` for the secret of an invitation.
 */
type Guessed = 'sign-in' | 'invitation';

export type SignInLimiter = ReturnType<typeof createSignInLimiter>;

/**
 * Limits guesses of passwords, set-up codes and invitations. A guess is counted before it is compared, in one
 * step with the check of the limits. A browser in which the person has signed in before has its own limits
 * and queue, so nobody else's guesses can lock the person out.
 */
export function createSignInLimiter(service: Service) {
  const { limits, users } = service.store;
  const strangers = createGate({ concurrent: 2, waiting: 30 });
  const known = createGate({ concurrent: 1, waiting: 10 });
  return {
    /** Counts an attempt; a response refuses it. Wrong invitations do not use up attempts to sign in. */
    async begin(c: Context<Env>, guessed: Guessed = 'sign-in'): Promise<SignInAttempt | Response> {
      const knownUser = await knownBrowserUser(c, service);
      const address = limitKeyOf(callerOf(c, service));
      const taken: RateLimit[] = [];
      const take = async (allowances: RateLimit[]) => {
        const waitMs = await limits.take(allowances);
        await showRateLimit(c, service, [...taken, ...allowances]);
        if (waitMs > 0) {
          logRefusal(c, service);
          return refuse(c, waitMs);
        }
        taken.push(...allowances);
        return undefined;
      };
      const first =
        knownUser === undefined
          ? strangerAllowances(address, guessed)
          : [browserAllowance(knownUser, address, guessed)];
      const refusal = await take(first);
      if (refusal !== undefined) return refusal;
      let isKnown = false;
      return {
        async forAccount(name) {
          isKnown = knownUser !== undefined && (await users.idOf(name)) === knownUser;
          if (isKnown) return undefined;
          const more = knownUser === undefined ? [] : strangerAllowances(address, guessed);
          return take([...more, accountAllowance(name)]);
        },
        hash: (work) => (isKnown ? known(work) : strangers(work)),
        giveBack: () => limits.giveBack(taken),
      };
    },
  };
}

/** If enabled, logs the network address of a failed sign-in. */
export function logRefusal(c: Context<Env>, service: Service): void {
  if (!service.logsRefusals) return;
  service.log({ level: 'info', event: 'sign-in-refused', address: callerOf(c, service) });
}

/** Refuses an attempt because too many are being compared at once. Rethrows every other error. */
export function refuseBusy(c: Context<Env>, error: unknown): Response | Promise<Response> {
  if (!(error instanceof BusyError)) throw error;
  return refuse(c, 1000);
}

function strangerAllowances(address: string, guessed: Guessed): RateLimit[] {
  return [
    { key: `${guessed} ${address}`, limit: ADDRESS_LIMIT, windowMs: WINDOW_MS },
    { key: guessed, limit: TOTAL_LIMIT, windowMs: WINDOW_MS },
  ];
}

function browserAllowance(userId: string, address: string, guessed: Guessed): RateLimit {
  return { key: `${guessed} known ${userId} ${address}`, limit: ADDRESS_LIMIT, windowMs: WINDOW_MS };
}

/**
 * The allowance of an account. Its key has the hash of the name, because a name can be long and need not
 * exist.
 */
function accountAllowance(name: string): RateLimit {
  return { key: `sign-in account ${hashSecret(foldName(name))}`, limit: ACCOUNT_LIMIT, windowMs: WINDOW_MS };
}

/** 429 with `Retry-After`. The remaining allowance is 0, even if only too many are compared at once. */
function refuse(c: Context<Env>, waitMs: number): Response | Promise<Response> {
  const seconds = String(Math.ceil(waitMs / 1000));
  c.header('Retry-After', seconds);
  c.header('RateLimit-Remaining', '0');
  c.header('RateLimit-Reset', seconds);
  const words = wordsOf(c);
  const problem = words.text('too_many_attempts', words.format.length(Math.ceil(waitMs / 60_000) * 60));
  return show(c, layout(c, words.text('sign_in'), html`${notice('bad', problem)}`), 429);
}

/** Thrown if more work is waiting than the gate admits. */
class BusyError extends Error {
  override readonly name = 'BusyError';
}

/**
 * Runs at most `concurrent` pieces of work at once and lets at most `waiting` wait. Rejects any more with a
 * `BusyError`.
 */
function createGate({ concurrent, waiting }: { concurrent: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrent) {
      if (queue.length >= waiting) throw new BusyError('too much is waiting');
      // Work that ends hands its place over, so no other work can take it in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
