import type { Queries } from './engine/database';

/**
 * How many viewings and titles a person has, so that no page counts rows. `titles` are those with a position,
 * `films` and `episodes` those that were watched.
 */
export interface Tallies {
  readonly watches: number;
  readonly titles: number;
  readonly films: number;
  readonly episodes: number;
}

/** Call it in the transaction that adds or removes rows of `watches`, `progress` and `watched_titles`. */
export async function addToTallies(
  tx: Queries,
  userId: string,
  { watches = 0, titles = 0, films = 0, episodes = 0 }: Partial<Tallies>,
): Promise<void> {
  await tx.run(
    `INSERT INTO tallies (user_id, watches, titles, films, episodes) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE
     SET watches = tallies.watches + excluded.watches, titles = tallies.titles + excluded.titles,
       films = tallies.films + excluded.films, episodes = tallies.episodes + excluded.episodes`,
    userId,
    watches,
    titles,
    films,
    episodes,
  );
}

export async function readTallies(db: Queries, userId: string): Promise<Tallies> {
  const row = await db.one<Tallies>(
    'SELECT watches, titles, films, episodes FROM tallies WHERE user_id = ?',
    userId,
  );
  return row ?? { watches: 0, titles: 0, films: 0, episodes: 0 };
}
