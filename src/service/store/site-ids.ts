import type { Database, Queries } from './engine/database';

export type SiteIds = ReturnType<typeof createSiteIds>;

/** What a site calls a work in its addresses. */
export type SaidSiteId = Readonly<{
  site: string;
  id: string;
}>;

/** Most that one person has said and that are kept: the oldest go. */
export const siteIdLimit = 20_000;

/**
 * What people have said that a site's own id means; one answer of each person. `work`: `movie/348`,
 * `tv/1396`.
 */
export function createSiteIds(db: Database, { now }: { now: () => number }) {
  return {
    /** The works that people mean by it; several: they do not agree. */
    async works({ site, id }: SaidSiteId): Promise<string[]> {
      const rows = await db.all<{ work: string }>(
        'SELECT DISTINCT work FROM site_ids WHERE site = ? AND site_id = ? ORDER BY work',
        site,
        id,
      );
      return rows.map(({ work }) => work);
    },

    /** Replaces what the person has said before. */
    say: (userId: string, said: SaidSiteId, work: string): Promise<void> =>
      db.transaction((tx) => store(tx, { userId, ...said, work, at: now() })),

    /** False: the person has not said anything about it. */
    async takeBack(userId: string, { site, id }: SaidSiteId): Promise<boolean> {
      const changed = await db.run(
        'DELETE FROM site_ids WHERE site = ? AND site_id = ? AND user_id = ?',
        site,
        id,
        userId,
      );
      return changed > 0;
    },
  };
}

interface Saying extends SaidSiteId {
  readonly userId: string;
  readonly work: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

async function store(tx: Queries, { site, id, userId, work, at }: Saying): Promise<void> {
  await tx.run(
    `INSERT INTO site_ids (site, site_id, user_id, work, said_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (site, site_id, user_id) DO UPDATE SET work = excluded.work, said_at = excluded.said_at`,
    site,
    id,
    userId,
    work,
    at,
  );
  await tx.run(
    `DELETE FROM site_ids WHERE user_id = ? AND said_at < (
       SELECT said_at FROM site_ids WHERE user_id = ? ORDER BY said_at DESC LIMIT 1 OFFSET ?)`,
    userId,
    userId,
    siteIdLimit,
  );
}
