import { plainTitle } from '../../core/text/normalize-title';
import type { Database, Queries } from './engine/database';

export type WorkNames = ReturnType<typeof createWorkNames>;

/** Most works that a search finds. */
const worksFound = 100;
/** Words of a search that count. */
const WORDS = 6;

/** The names of films (`movie:348`) and series (`show:1396`) in all languages, as `plainTitle` makes them. */
export function createWorkNames(db: Database) {
  return {
    async set(work: string, names: readonly string[]): Promise<void> {
      const plain = [...new Set(names.map(plainTitle))].filter((name) => name !== '').join('\n');
      await db.run(
        `INSERT INTO work_names (work, names) VALUES (?, ?)
         ON CONFLICT (work) DO UPDATE SET names = excluded.names WHERE work_names.names <> excluded.names`,
        work,
        plain,
      );
    },

    /** The works in a person's history of which every word is part of a name. */
    async search(userId: string, text: string): Promise<string[]> {
      const words = plainTitle(text).split(' ').filter(Boolean).slice(0, WORDS);
      if (words.length === 0) return [];
      const rows = await db.all<{ work: string }>(
        `SELECT n.work FROM (SELECT DISTINCT work FROM work_years WHERE user_id = ?) AS w
         JOIN work_names AS n ON n.work = w.work
         WHERE ${words.map(() => 'n.names LIKE ?').join(' AND ')} LIMIT ${String(worksFound)}`,
        userId,
        ...words.map((word) => `%${word}%`),
      );
      return rows.map(({ work }) => work);
    },

    /** A film or episode of each work in a person's history that has no name yet. */
    unnamed: (userId: string, limit: number) => findUnnamed(db, userId, limit),
  };
}

async function findUnnamed(db: Queries, userId: string, limit: number): Promise<string[]> {
  const works = await db.all<{ work: string }>(
    `SELECT DISTINCT work FROM work_years AS w WHERE user_id = ?
       AND NOT EXISTS (SELECT 1 FROM work_names AS n WHERE n.work = w.work) LIMIT ?`,
    userId,
    limit,
  );
  const found = await Promise.all(
    works.map(async ({ work }) => {
      if (work.startsWith('movie:')) return work;
      const row = await db.one<{ media: string }>(
        'SELECT media FROM watches WHERE user_id = ? AND show_id = ? LIMIT 1',
        userId,
        Number(work.slice('show:'.length)),
      );
      return row?.media;
    }),
  );
  return found.filter((media) => media !== undefined);
}
