import type { Queries } from './engine/database';

/** How many viewings and titles a person has, so that no page counts rows. */
export interface Tallies {
  readonly watches: number;
  readonly titles: number;
}

/** Call it in the transaction that adds or removes rows of `watches` and `progress`. */
export async function addToTallies(
  tx: Queries,
  userId: string,
  { watches = 0, titles = 0 }: Partial<Tallies>,
): Promise<void> {
  await tx.run(
    `INSERT INTO tallies (user_id, watches, titles) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE
     SET watches = tallies.watches + excluded.watches, titles = tallies.titles + excluded.titles`,
    userId,
    watches,
    titles,
  );
}

export async function readTallies(db: Queries, userId: string): Promise<Tallies> {
  const row = await db.one<Tallies>('SELECT watches, titles FROM tallies WHERE user_id = ?', userId);
  return row ?? { watches: 0, titles: 0 };
}
