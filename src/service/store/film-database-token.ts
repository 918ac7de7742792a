import type { Database } from './engine/database';

export type FilmDatabaseToken = ReturnType<typeof createFilmDatabaseToken>;

const NAME = 'film-database-token';

/**
 * The token of the film database that the owner has entered. It is stored readable, because it is sent to
 * the film database; no page shows it.
 */
export function createFilmDatabaseToken(db: Database) {
  return {
    read: async (): Promise<string | undefined> =>
      (await db.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', NAME))?.value,

    async write(token: string): Promise<void> {
      await db.run(
        `INSERT INTO facts (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        NAME,
        token,
      );
    },

    async remove(): Promise<void> {
      await db.run('DELETE FROM facts WHERE name = ?', NAME);
    },
  };
}
