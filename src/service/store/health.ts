import type { Database } from './engine/database';

export type Health = ReturnType<typeof createHealth>;

/** Whether the database files were intact at the last check. */
export function createHealth(db: Database) {
  let damage: string | undefined;
  return {
    /** The fault in the engine's words; `undefined`: none is known. */
    damage: (): string | undefined => damage,

    /** Checks all files while requests continue. */
    async look(): Promise<string | undefined> {
      const [first] = await db.quickCheck();
      damage = first;
      return first;
    },
  };
}
