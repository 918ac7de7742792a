import type { Database } from './engine/database';
import { schema } from './engine/schema';

/** The tables that hold rows of single people: all that have the column `user_id`. */
export const personalTables: readonly string[] = [
  ...schema.join('\n').matchAll(/CREATE TABLE (\w+) \(([^;]*)\);/g),
].flatMap(([, table = '', columns = '']) => (/^ *user_id /m.test(columns) ? [table] : []));

/** Deletes a person with everything that is stored about them, all or nothing. */
export function deleteAccount(db: Database, userId: string): Promise<void> {
  return db.personTransaction(userId, async (tx) => {
    for (const table of personalTables) await tx.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
    await tx.run('DELETE FROM users WHERE id = ?', userId);
  });
}
