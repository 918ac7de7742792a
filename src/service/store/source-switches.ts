import type { Database } from './engine/database';

export type SourceSwitches = ReturnType<typeof createSourceSwitches>;

const NAME = 'sources-off';

/** The sources of titles that the owner has turned off, by their names. */
export function createSourceSwitches(db: Database) {
  const read = async (): Promise<readonly string[]> => {
    const row = await db.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', NAME);
    return row === undefined || row.value === '' ? [] : row.value.split(' ');
  };
  return {
    off: read,

    async turn(source: string, isOn: boolean): Promise<void> {
      const others = (await read()).filter((one) => one !== source);
      const value = (isOn ? others : [...others, source]).join(' ');
      await db.run(
        `INSERT INTO facts (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        NAME,
        value,
      );
    },
  };
}
