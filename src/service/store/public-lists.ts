import type { TrustedList } from '../../protocol/connector-list/follow-list';
import type { Database, Queries } from './engine/database';

/** A public list of connectors that this tracker mirrors. */
export type MirroredList = Readonly<{
  id: string;
  /** The address of its source. */
  address: string;
  name: string;
  /** The address at which people can report to its maintainers that a site is no longer read. */
  issues?: string | undefined;
  /** Ids of its connectors. */
  connectors: string[];
  trusted: TrustedList;
  /** Milliseconds since 1970. */
  checkedAt: number;
  /** Why its last state was refused. */
  refused?: string | undefined;
}>;

/** The mirrored lists, and their files byte for byte. */
export function createPublicLists(db: Database) {
  return {
    all: () => readAll(db),

    /** A file below the address of the list, such as `timestamp.json`. */
    file: async (list: string, name: string): Promise<string | undefined> =>
      (
        await db.one<{ body: string }>(
          'SELECT body FROM public_list_files WHERE list = ? AND name = ?',
          list,
          name,
        )
      )?.body,

    names: async (list: string): Promise<ReadonlySet<string>> => {
      const rows = await db.all<{ name: string }>('SELECT name FROM public_list_files WHERE list = ?', list);
      return new Set(rows.map(({ name }) => name));
    },

    /**
     * Stores a state and its new files together, and deletes all others but `kept`: clients always get one
     * consistent state. Without `files` only the metadata changes.
     */
    save: (list: MirroredList, files?: ListFiles): Promise<void> =>
      db.transaction(async (tx) => {
        await writeList(tx, list);
        if (files !== undefined) await writeFiles(tx, list.id, files);
      }),

    /** Deletes all lists except those with these addresses: the others are no longer mirrored. */
    keepOnly: (addresses: string[]): Promise<void> =>
      db.transaction(async (tx) => {
        for (const { id, address } of await readAll(tx)) {
          if (addresses.includes(address)) continue;
          await tx.run('DELETE FROM public_lists WHERE id = ?', id);
          await tx.run('DELETE FROM public_list_files WHERE list = ?', id);
        }
      }),
  };
}

type ListFiles = Readonly<{
  added: ReadonlyMap<string, string>;
  kept: ReadonlySet<string>;
}>;

async function readAll(db: Queries): Promise<MirroredList[]> {
  const rows = await db.all<{ id: string; address: string; state: string; checkedAt: number }>(
    'SELECT id, address, state, checked_at AS "checkedAt" FROM public_lists ORDER BY id',
  );
  return rows.map(({ state, ...row }) => ({
    ...(JSON.parse(state) as Omit<MirroredList, keyof typeof row>),
    ...row,
  }));
}

async function writeList(tx: Queries, list: MirroredList): Promise<void> {
  const { id, address, checkedAt, ...state } = list;
  await tx.run(
    `INSERT INTO public_lists (id, address, state, checked_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET address = excluded.address, state = excluded.state,
       checked_at = excluded.checked_at`,
    id,
    address,
    JSON.stringify(state),
    checkedAt,
  );
}

async function writeFiles(tx: Queries, list: string, { added, kept }: ListFiles): Promise<void> {
  const before = await tx.all<{ name: string }>('SELECT name FROM public_list_files WHERE list = ?', list);
  for (const { name } of before)
    if (added.has(name) || !kept.has(name))
      await tx.run('DELETE FROM public_list_files WHERE list = ? AND name = ?', list, name);
  for (const [name, body] of added)
    await tx.run('INSERT INTO public_list_files (list, name, body) VALUES (?, ?, ?)', list, name, body);
}
