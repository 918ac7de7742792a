import type { Database, Transaction } from './engine/database';
import { schema } from './engine/schema';
import type { CreateId } from './ids';
import { noteEndedKeys } from './key-memory';

/** The tables that hold rows of single people: all that have the column `user_id`. */
export const personalTables: string[] = [
  ...new Set(
    [...schema.join('\n').matchAll(/CREATE TABLE (\w+) \(([^;]*)\);/g)].flatMap(
      ([, table = '', columns = '']) => (/^ *user_id /m.test(columns) ? [table] : []),
    ),
  ),
];

/**
 * Deletes a person and everything stored about them, also in rows of others, in one transaction. Published
 * connectors stay, without the person's name; call `releases.withdrawOf` first to withdraw them.
 */
export async function deleteAccount(db: Database, userId: string, createId: CreateId): Promise<void> {
  await db.personTransaction(userId, async (tx) => {
    await forgetElsewhere(tx, userId);
    await noteEndedKeys(tx, createId());
    for (const table of personalTables) await tx.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
    await tx.run('DELETE FROM users WHERE id = ?', userId);
  });
  await db.scrub?.();
}

/** Deletes the person's name and address from logs of others, limits and releases. */
async function forgetElsewhere(tx: Transaction, userId: string): Promise<void> {
  const user = await tx.one<{ name: string }>('SELECT name FROM users WHERE id = ?', userId);
  const connectors = await tx.all<{ id: string; name: string }>(
    'SELECT id, name FROM connectors WHERE user_id = ?',
    userId,
  );
  const addresses = await tx.all<{ address: string }>(
    `SELECT address FROM logins WHERE user_id = ? UNION SELECT address FROM audit WHERE user_id = ?`,
    userId,
    userId,
  );
  for (const { id, name } of connectors) {
    await tx.run('UPDATE releases SET submission = NULL WHERE submission = ?', id);
    await tx.run(`UPDATE audit SET detail = '' WHERE event LIKE 'connector-%' AND detail = ?`, name);
  }
  if (user !== undefined)
    await tx.run(
      `UPDATE audit SET detail = '', address = '' WHERE event = 'invitation-used' AND detail = ?`,
      user.name,
    );
  await tx.run('DELETE FROM companions WHERE companion_id = ?', userId);
  // A rule that the owner has set for everybody has the owner's id as its value, and ends with the account.
  await tx.run('DELETE FROM facts WHERE value = ?', userId);
  await tx.run(`DELETE FROM limits WHERE ' ' || key || ' ' LIKE '% ' || ? || ' %'`, userId);
  for (const { address } of addresses)
    if (address !== '') await tx.run(`DELETE FROM limits WHERE key LIKE '% ' || ?`, address);
}
