import type { RandomBytes } from '../secrets/secret';
import { createUserCode } from '../secrets/user-code';
import type { Database } from './database';

export type SetUpCode = ReturnType<typeof createSetUpCode>;

const NAME = 'set-up-code';

/**
 * The code that the first visit asks for, until the owner has an account. It is stored readable, in a file
 * that only the owner of the service can open, so that all processes show the same one.
 */
export function createSetUpCode(db: Database, { random }: { random: RandomBytes }) {
  const read = () => db.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', NAME)?.value;
  return {
    /** The code; created when it is missing. */
    ensure: (): string =>
      db.transaction(() => {
        const known = read();
        if (known !== undefined) return known;
        const code = createUserCode(random);
        db.run('INSERT INTO facts (name, value) VALUES (?, ?)', NAME, code);
        return code;
      }),

    /** Deletes the code: the owner has an account. */
    remove(): void {
      db.run('DELETE FROM facts WHERE name = ?', NAME);
    },
  };
}
