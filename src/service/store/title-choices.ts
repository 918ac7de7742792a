import type { Database, Queries } from './engine/database';
import type { NamedPlace } from './held-titles';
import type { CreateId } from './ids';

/** The person's choice of the film or episode that a title of a media server is. */
export type TitleChoice = NamedPlace &
  Readonly<{
    id: string;
    /** The title as the server has stated it, as JSON. */
    title: string;
    /** The key of a film or an episode; `none`: it is not to be recorded. */
    media: string;
    /**
     * For all episodes of a season: the difference between the film database's number of an episode and the
     * server's. The film database's number is counted through all seasons, or through the specials if `media`
     * is a special.
     */
    shift: number;
  }>;

export function createTitleChoices(
  db: Database,
  { now, createId }: Readonly<{ now: () => number; createId: CreateId }>,
) {
  return {
    /**
     * Stores a choice and returns its id. A choice that replaces one for the same place keeps its id, so that
     * undoing it undoes all that was recorded for this place.
     */
    choose: (userId: string, choice: Omit<TitleChoice, 'id'>): Promise<string> =>
      put(db, userId, { ...choice, id: createId() }, now()),

    /** The choice for this episode alone, otherwise the one for its whole season. */
    of: (userId: string, { work, season, episode }: NamedPlace): Promise<TitleChoice | undefined> =>
      db.one<TitleChoice>(
        `${SELECT} AND work = ? AND season = ? AND episode IN (?, -1) ORDER BY episode DESC LIMIT 1`,
        userId,
        work,
        season,
        episode,
      ),

    list: (userId: string): Promise<TitleChoice[]> =>
      db.all<TitleChoice>(`${SELECT} ORDER BY chosen_at DESC, id DESC`, userId),

    /** False: there is none. */
    forget: async (userId: string, id: string): Promise<boolean> =>
      (await db.run('DELETE FROM title_choices WHERE user_id = ? AND id = ?', userId, id)) > 0,
  };
}

const SELECT = `
  SELECT id, work, season, episode, title, media, shift FROM title_choices WHERE user_id = ?`;

async function put(db: Database, userId: string, choice: TitleChoice, at: number): Promise<string> {
  const { id, work, season, episode, title, media, shift } = choice;
  const stored = await db.one<{ id: string }>(
    `INSERT INTO title_choices (user_id, id, work, season, episode, title, media, shift, chosen_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, work, season, episode) DO UPDATE
     SET title = excluded.title, media = excluded.media, shift = excluded.shift,
       chosen_at = excluded.chosen_at
     RETURNING id`,
    userId,
    id,
    work,
    season,
    episode,
    title,
    media,
    shift,
    at,
  );
  return stored?.id ?? id;
}

export type SiteIds = ReturnType<typeof createSiteIds>;

/** A site, and its own id for a work, as in the site's addresses. */
type SaidSiteId = Readonly<{
  site: string;
  id: string;
}>;

/** Maximum statements per person. The oldest are deleted. */
export const siteIdLimit = 20_000;

/**
 * People's statements which work a site's own id means, one per person and id. `work`: `movie/348` or
 * `tv/1396`.
 */
export function createSiteIds(db: Database, { now }: { now: () => number }) {
  return {
    /** The works that people have stated for an id; several if they disagree. */
    async works({ site, id }: SaidSiteId): Promise<string[]> {
      const rows = await db.all<{ work: string }>(
        'SELECT DISTINCT work FROM site_ids WHERE site = ? AND site_id = ? ORDER BY work',
        site,
        id,
      );
      return rows.map(({ work }) => work);
    },

    /** Stores a statement, in place of an earlier one by the same person. */
    say: (userId: string, said: SaidSiteId, work: string): Promise<void> =>
      db.transaction((tx) => store(tx, { userId, ...said, work, at: now() })),

    /** False: the person has stated no work for this id. */
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

type Saying = SaidSiteId &
  Readonly<{
    userId: string;
    work: string;
    /** Milliseconds since 1970. */
    at: number;
  }>;

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
