import { dayAt } from '../../core/library/zoned-time';
import { countViewings, uncountViewings } from './count-viewings';
import type { Database, Transaction } from './engine/database';
import { inList } from './engine/rows';

/** Viewings per transaction of a recount: few enough not to delay other requests. */
const PART = 200;

/** The language and the time zone of a person, and with whom they watch. */
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

    /** Sets the zone in which new viewings are counted. `recount` updates earlier ones. */
    async setZone(userId: string, zone: string): Promise<void> {
      await db.run(`UPDATE users SET zone = ?, rezoned = '' WHERE id = ? AND zone <> ?`, zone, userId, zone);
    },

    /** Whether some viewings still have days of the previous zone. */
    async isRecounting(userId: string): Promise<boolean> {
      const row = await db.one('SELECT 1 FROM users WHERE id = ? AND rezoned IS NOT NULL', userId);
      return row !== undefined;
    },

    /** Recounts the next `PART` viewings in the new zone. False: all are done. */
    recount: (userId: string): Promise<boolean> =>
      db.personTransaction(userId, (tx) => recountPart(tx, userId)),

    ...companions(db),
  };
}

/** A person with whom another one watches. */
export type Companion = Readonly<{
  id: string;
  name: string;
}>;

/** Maximum people in a list of companions. */
const COMPANIONS = 20;

/** Each of the two has named the other. */
const BOTH = `EXISTS (SELECT 1 FROM companions AS d
  WHERE d.user_id = c.companion_id AND d.companion_id = c.user_id)`;

/**
 * Who watches with whom. Two people may add to each other's history once each has named the other; a
 * one-sided naming is shown only to the person named, so that nobody can find out which names exist.
 */
function companions(db: Database) {
  const people = (join: string, where: string, userId: string) =>
    db.all<Companion>(
      `SELECT u.id, u.name FROM companions AS c JOIN users AS u ON u.id = ${join}
       WHERE ${where} ORDER BY u.name, u.id LIMIT ${String(COMPANIONS)}`,
      userId,
    );
  return {
    companionsOf: (userId: string): Promise<Companion[]> =>
      people('c.companion_id', `c.user_id = ? AND ${BOTH}`, userId),

    /** People who have named this person and wait for an answer. */
    askedBy: (userId: string): Promise<Companion[]> =>
      people('c.user_id', `c.companion_id = ? AND NOT ${BOTH}`, userId),

    /** Whether each has named the other. */
    mayAdd: async (userId: string, companion: string): Promise<boolean> =>
      (await db.one(
        `SELECT 1 FROM companions AS c WHERE c.user_id = ? AND c.companion_id = ? AND ${BOTH}`,
        userId,
        companion,
      )) !== undefined,

    async allow(userId: string, companion: string): Promise<void> {
      const add = 'INSERT INTO companions (user_id, companion_id) VALUES (?, ?) ON CONFLICT DO NOTHING';
      await db.run(add, userId, companion);
    },

    /** Deletes the naming in both directions. This also refuses somebody who has asked. */
    async part(userId: string, companion: string): Promise<void> {
      const remove = 'DELETE FROM companions WHERE user_id = ? AND companion_id = ?';
      await db.run(remove, userId, companion);
      await db.run(remove, companion, userId);
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

export type SettingsCopies = ReturnType<typeof createSettingsCopies>;

type SettingsCopy = Readonly<{
  /** Encrypted by the person's browser. */
  content: string;
  /** Milliseconds since 1970. */
  storedAt: number;
}>;

/** Encrypted copies of the extension's settings, one per person. */
export function createSettingsCopies(db: Database, { now }: Readonly<{ now: () => number }>) {
  return {
    find: (userId: string): Promise<SettingsCopy | undefined> =>
      db.one<SettingsCopy>(
        'SELECT content, stored_at AS "storedAt" FROM settings_copies WHERE user_id = ?',
        userId,
      ),

    /** Replaces the previous copy. */
    async keep(userId: string, content: string): Promise<void> {
      await db.run(
        `INSERT INTO settings_copies (user_id, content, stored_at) VALUES (?, ?, ?)
         ON CONFLICT (user_id) DO UPDATE SET content = excluded.content, stored_at = excluded.stored_at`,
        userId,
        content,
        now(),
      );
    },

    async remove(userId: string): Promise<void> {
      await db.run('DELETE FROM settings_copies WHERE user_id = ?', userId);
    },
  };
}
