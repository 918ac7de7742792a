import type { Database } from './engine/database';
import type { NamedPlace } from './held-titles';
import type { CreateId } from './ids';

/** What the person has said that a title of a media server is. */
export interface TitleChoice extends NamedPlace {
  readonly id: string;
  /** What the server stated, as JSON. */
  readonly title: string;
  /** The key of a film or an episode; `none`: it is not to be recorded. */
  readonly media: string;
  /**
   * Of all episodes of a season: added to the number of the server it is that of the film database, counted
   * through all its seasons, or through its specials where `media` is one.
   */
  readonly shift: number;
}

export type TitleChoices = ReturnType<typeof createTitleChoices>;

export function createTitleChoices(
  db: Database,
  { now, createId }: Readonly<{ now: () => number; createId: CreateId }>,
) {
  return {
    /**
     * Replaces what was chosen for the same place before, and keeps its id: whoever undoes it undoes all that
     * was recorded for this place. Returns the id.
     */
    choose: (userId: string, choice: Omit<TitleChoice, 'id'>): Promise<string> =>
      put(db, userId, { ...choice, id: createId() }, now()),

    /** What was chosen for this episode alone, otherwise for all of its season. */
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
