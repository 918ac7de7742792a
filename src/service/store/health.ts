import type { Database } from './engine/database';

export type Health = ReturnType<typeof createHealth>;

/** Whether the files of the database are whole, as far as the last look has told. */
export function createHealth(db: Database) {
  let damage: string | undefined;
  return {
    /** What is wrong with them, in the words of the engine; `undefined`: nothing that is known. */
    damage: (): string | undefined => damage,

    /** Looks at all of them, while requests go on. */
    async look(): Promise<string | undefined> {
      const [first] = await db.quickCheck();
      damage = first;
      return first;
    },
  };
}
