import type { RandomBytes } from '../secrets/secret';
import { createUserCode } from '../secrets/user-code';
import type { Database } from './engine/database';
import { ensureFact } from './facts';

export type SetUpCode = ReturnType<typeof createSetUpCode>;

const NAME = 'set-up-code';

/**
 * The code that the first visit asks for, until the owner has an account. It is stored readable, where
 * only the owner of the service can read, so that all processes show the same one.
 */
export function createSetUpCode(db: Database, { random }: { random: RandomBytes }) {
  return {
    /** The code; created when it is missing. */
    ensure: (): Promise<string> => ensureFact(db, NAME, () => createUserCode(random)),

    /** Deletes the code: the owner has an account. */
    async remove(): Promise<void> {
      await db.run('DELETE FROM facts WHERE name = ?', NAME);
    },
  };
}
