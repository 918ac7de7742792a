import type { KodiImported } from '../../protocol/tracker/kodi-import';
import type { Database } from './engine/database';

/** How long an answer is kept, in case Kodi repeats the chunk: 30 days. */
const KEPT_MS = 30 * 24 * 3600_000;

type Chunk = Readonly<{
  session: string;
  chunk: number;
}>;

/** The answer to each chunk of an import from Kodi, so that a repeated chunk adds nothing. */
export function createKodiChunks(db: Database, { now }: { now: () => number }) {
  return {
    /** `undefined`: the chunk is new, or was interrupted. */
    async answer(userId: string, { session, chunk }: Chunk): Promise<KodiImported | undefined> {
      const row = await db.one<{ answer: string }>(
        'SELECT answer FROM kodi_chunks WHERE user_id = ? AND session = ? AND chunk = ?',
        userId,
        session,
        chunk,
      );
      return row && (JSON.parse(row.answer) as KodiImported);
    },

    keep: (userId: string, { session, chunk }: Chunk, answer: KodiImported): Promise<void> =>
      db.transaction(async (tx) => {
        await tx.run(
          'DELETE FROM kodi_chunks WHERE user_id = ? AND imported_at < ?',
          userId,
          now() - KEPT_MS,
        );
        await tx.run(
          `INSERT INTO kodi_chunks (user_id, session, chunk, answer, imported_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (user_id, session, chunk) DO NOTHING`,
          userId,
          session,
          chunk,
          JSON.stringify(answer),
          now(),
        );
      }),
  };
}
