import { createChallenge, endOfChallenge } from '../secrets/challenge';
import { createSecret, hashSecret, type RandomBytes } from '../secrets/secret';
import type { Database } from './engine/database';
import { ensureFact } from './facts';
import type { Limits } from './limits';

export type Challenges = ReturnType<typeof createChallenges>;

/** How long a page with a challenge can stay open before it is used: 10 min. */
const LIFETIME_MS = 600_000;

/** Challenges for passkeys. Storing a challenge when it is used prevents a second use. */
export function createChallenges(
  db: Database,
  { now, random, limits }: { now: () => number; random: RandomBytes; limits: Limits },
) {
  let known: string | undefined;
  const key = async () => (known ??= await ensureFact(db, 'challenge-key', () => createSecret(random)));
  return {
    /** `purpose`: what the signature is for, such as the sign-in. */
    open: async (purpose: string): Promise<string> =>
      createChallenge(await key(), purpose, now() + LIFETIME_MS, random),

    /** Whether this is a challenge for this purpose that has neither ended nor been used. Uses it. */
    async take(challenge: string, purpose: string): Promise<boolean> {
      const until = endOfChallenge(await key(), purpose, challenge);
      if (until === undefined || until <= now() || until > now() + LIFETIME_MS) return false;
      const once = { key: `challenge ${hashSecret(challenge)}`, limit: 1, windowMs: LIFETIME_MS };
      return (await limits.take([once])) === 0;
    },
  };
}
