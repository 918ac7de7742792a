import type { Database } from './engine/database';

/** The stored value with this name. The first process that needs it creates it for all. */
export async function ensureFact(db: Database, name: string, create: () => string): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.run(
      'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
      name,
      create(),
    );
    const row = await tx.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', name);
    if (row === undefined) throw new Error('a row that was just written is missing');
    return row.value;
  });
}
