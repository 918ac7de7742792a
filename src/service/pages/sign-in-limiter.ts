import type { Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import { createLimiter, type Limiter } from '../http/limiter';
import { layout, notice, show } from './layout';

/** Ten wrong passwords or set-up codes from one address, then a pause until 15 min after the first. */
const GUESSES = { limit: 10, windowMs: 900_000 };

/** One limiter for the first visit and the sign-in. */
export function createSignInLimiter({ now }: Service): Limiter {
  return createLimiter({ ...GUESSES, now });
}

/** 429 with `Retry-After` for an address that has guessed too often. `undefined`: it may try again. */
export function refuseGuesser(c: Context<Env>, guesses: Limiter): Promise<Response> | Response | undefined {
  const wait = guesses.wait(callerOf(c));
  if (wait <= 0) return undefined;
  c.header('Retry-After', String(Math.ceil(wait / 1000)));
  const problem = `Too many failed attempts. Try again in ${String(Math.ceil(wait / 60_000))} min.`;
  return show(c, layout('Sign in', undefined, html`${notice('bad', problem)}`), 429);
}
