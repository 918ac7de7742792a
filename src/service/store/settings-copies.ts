import type { Database } from './engine/database';

export type SettingsCopies = ReturnType<typeof createSettingsCopies>;

export type SettingsCopy = Readonly<{
  /** Encrypted by the person's browser. */
  content: string;
  /** Milliseconds since 1970. */
  storedAt: number;
}>;

/** Encrypted copies of the extension's settings, one per person. */
export function createSettingsCopies(db: Database, { now }: Readonly<{ now: () => number }>) {
  return {
    find: (userId: string): Promise<SettingsCopy | undefined> =>
      db.one<SettingsCopy>(
        'SELECT content, stored_at AS "storedAt" FROM settings_copies WHERE user_id = ?',
        userId,
      ),

    /** Replaces the previous copy. */
    async keep(userId: string, content: string): Promise<void> {
      await db.run(
        `INSERT INTO settings_copies (user_id, content, stored_at) VALUES (?, ?, ?)
         ON CONFLICT (user_id) DO UPDATE SET content = excluded.content, stored_at = excluded.stored_at`,
        userId,
        content,
        now(),
      );
    },

    async remove(userId: string): Promise<void> {
      await db.run('DELETE FROM settings_copies WHERE user_id = ?', userId);
    },
  };
}
