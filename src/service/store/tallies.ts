import type { Queries } from './engine/database';
import { putRows } from './engine/rows';

/**
 * How many viewings and titles a person has, so that no page counts rows. `titles` are those with a position,
 * `films` and `episodes` those that were watched.
 */
export type Tallies = Readonly<{
  watches: number;
  titles: number;
  films: number;
  episodes: number;
}>;

/** Call it in the transaction that adds or removes rows of `watches`, `progress` and `watched_titles`. */
export async function addToTallies(tx: Queries, userId: string, tallies: Partial<Tallies>): Promise<void> {
  await addTallies(tx, [{ ...NONE, ...tallies, user_id: userId }]);
}

/** The same for people of which each is named once. */
export async function addTallies(
  tx: Queries,
  rows: readonly (Tallies & Readonly<{ user_id: string }>)[],
): Promise<void> {
  await putRows(tx, TALLIES, rows);
}

const NONE: Tallies = { watches: 0, titles: 0, films: 0, episodes: 0 };

const TALLIES = {
  table: 'tallies',
  columns: { user_id: 'TEXT', watches: 'BIGINT', titles: 'BIGINT', films: 'BIGINT', episodes: 'BIGINT' },
  conflict: `(user_id) DO UPDATE
    SET watches = tallies.watches + excluded.watches, titles = tallies.titles + excluded.titles,
      films = tallies.films + excluded.films, episodes = tallies.episodes + excluded.episodes`,
} as const;

export async function readTallies(db: Queries, userId: string): Promise<Tallies> {
  const row = await db.one<Tallies>(
    'SELECT watches, titles, films, episodes FROM tallies WHERE user_id = ?',
    userId,
  );
  return row ?? NONE;
}
