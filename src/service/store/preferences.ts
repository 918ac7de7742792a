import { dayAt } from '../../core/library/zoned-time';
import { countViewings, uncountViewings } from './count-viewings';
import type { Database, Transaction } from './engine/database';
import { inList } from './engine/in-list';

export type Preferences = ReturnType<typeof createPreferences>;

/** Viewings of one transaction of a recount: fewer than hold another request up. */
const PART = 200;

/** The language and the time zone of a person, and who may add to their history. */
export function createPreferences(db: Database) {
  return {
    zoneOf: async (userId: string): Promise<string> =>
      (await db.one<{ zone: string }>('SELECT zone FROM users WHERE id = ?', userId))?.zone ?? 'UTC',

    /** `null`: that of the browser. */
    languageOf: async (userId: string): Promise<string | null> =>
      (await db.one<{ language: string | null }>('SELECT language FROM users WHERE id = ?', userId))
        ?.language ?? null,

    /** `null`: that of the browser. */
    async setLanguage(userId: string, language: string | null): Promise<void> {
      await db.run('UPDATE users SET language = ? WHERE id = ?', language, userId);
    },

    /** What is watched from now on is counted in this zone; `recount` does the same for all before. */
    async setZone(userId: string, zone: string): Promise<void> {
      await db.run(`UPDATE users SET zone = ?, rezoned = '' WHERE id = ? AND zone <> ?`, zone, userId, zone);
    },

    /** Whether the days of some viewings are those of the zone before. */
    async isRecounting(userId: string): Promise<boolean> {
      const row = await db.one('SELECT 1 FROM users WHERE id = ? AND rezoned IS NOT NULL', userId);
      return row !== undefined;
    },

    /** Gives some further viewings the day of the new zone. False: it is done. */
    recount: (userId: string): Promise<boolean> =>
      db.personTransaction(userId, (tx) => recountPart(tx, userId)),

    ...companions(db),
  };
}

/** Another person of the tracker. */
export interface Companion {
  readonly id: string;
  readonly name: string;
}

/** Most people who may add to one history. */
const COMPANIONS = 20;

/** Who may add to whose history what both have watched. */
function companions(db: Database) {
  return {
    /** Those who may add to the history of this person. */
    companionsOf: (userId: string): Promise<Companion[]> =>
      db.all<Companion>(
        `SELECT u.id, u.name FROM companions AS c JOIN users AS u ON u.id = c.companion_id
         WHERE c.user_id = ? ORDER BY u.name, u.id LIMIT ${String(COMPANIONS)}`,
        userId,
      ),

    /** Those to whose history this person may add. */
    withCompanion: (userId: string): Promise<Companion[]> =>
      db.all<Companion>(
        `SELECT u.id, u.name FROM companions AS c JOIN users AS u ON u.id = c.user_id
         WHERE c.companion_id = ? ORDER BY u.name, u.id LIMIT ${String(COMPANIONS)}`,
        userId,
      ),

    mayAdd: async (userId: string, companion: string): Promise<boolean> =>
      (await db.one('SELECT 1 FROM companions WHERE user_id = ? AND companion_id = ?', userId, companion)) !==
      undefined,

    async allow(userId: string, companion: string): Promise<void> {
      await db.run(
        'INSERT INTO companions (user_id, companion_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
        userId,
        companion,
      );
    },

    async disallow(userId: string, companion: string): Promise<void> {
      await db.run('DELETE FROM companions WHERE user_id = ? AND companion_id = ?', userId, companion);
    },
  };
}

async function recountPart(tx: Transaction, userId: string): Promise<boolean> {
  const user = await tx.one<{ zone: string; place: string | null }>(
    'SELECT zone, rezoned AS place FROM users WHERE id = ?',
    userId,
  );
  if (user === undefined || user.place === null) return false;
  const [time = '', id = ''] = user.place.split('~');
  const rows = await tx.all<{ id: string; watchedAt: number; day: number | null }>(
    `SELECT id, watched_at AS "watchedAt", day FROM watches
     WHERE user_id = ? AND (watched_at, id) > (?, ?) ORDER BY watched_at, id LIMIT ${String(PART)}`,
    userId,
    time === '' ? -1 : Number(time),
    id,
  );
  const moved = rows.filter(({ watchedAt, day }) => day !== dayAt(user.zone, watchedAt));
  if (moved.length > 0) {
    const ids = moved.map((row) => row.id);
    const list = inList(ids);
    const which = { sql: `id IN ${list.sql}`, values: list.values };
    await uncountViewings(tx, userId, which);
    await countViewings(tx, userId, which);
  }
  const last = rows.length < PART ? undefined : rows.at(-1);
  const place = last === undefined ? null : `${String(last.watchedAt)}~${last.id}`;
  await tx.run('UPDATE users SET rezoned = ? WHERE id = ?', place, userId);
  return place !== null;
}
