import type { Database } from './engine/database';
import type { Sink } from './sink';

/** A viewing at another tracker: the key of its title, or its description, and its time. */
export type Takeable = Readonly<{
  title: string;
  watchedAt: number;
  /** Only known to have been watched at some time. */
  isUndated?: boolean | undefined;
}>;

/** Two reports of one viewing by the same tracker are closer than this. */
const SAME_MS = 60_000;
const PART = 100;

/** Pulls of viewings from other trackers. */
export function createRelayPulls(db: Database, { now }: Readonly<{ now: () => number }>) {
  return { ...pullTimes(db, now), ...takenViewings(db, now) };
}

/** The times of pulls. */
function pullTimes(db: Database, now: () => number) {
  return {
    /** Starts pulls with the existing history at once; or ends them and forgets the cursor. */
    async pull(userId: string, id: string, isOn: boolean): Promise<void> {
      const at = now();
      if (isOn) await db.run(PULL, at, at, at, userId, id);
      else
        await db.transaction(async (tx) => {
          await tx.run('DELETE FROM relay_taken WHERE user_id = ? AND sink_id = ?', userId, id);
          await tx.run(END_PULL, userId, id);
        });
    },

    /** Pulls at the next look. Does nothing if pulls are off, or while the other side has asked to wait. */
    async pullNow(userId: string, id: string): Promise<void> {
      await db.run(PULL_NOW, now(), userId, id, now());
    },

    /** No other process pulls before `pullAt`. */
    async notePull(
      { userId, id }: Sink,
      { pullAt, trouble, failures }: { pullAt: number; trouble: Sink['pullTrouble']; failures: number },
    ): Promise<void> {
      await db.run(NOTE_PULL, pullAt, trouble, failures, userId, id);
    },

    /** Ends a pull after its viewings are stored. */
    async endPull({ userId, id }: Sink): Promise<void> {
      await db.run('UPDATE relay_sinks SET pull_import = NULL WHERE user_id = ? AND id = ?', userId, id);
    },
  };
}

function takenViewings(db: Database, now: () => number) {
  return {
    /** Whether a viewing of the sink was neither pulled from there nor sent there. */
    async isNew({ userId, id }: Sink, { title, watchedAt, isUndated }: Takeable): Promise<boolean> {
      const near = isUndated === true ? Number.MAX_SAFE_INTEGER - watchedAt : SAME_MS;
      const [from, to] = [watchedAt - near, watchedAt + near];
      const values = [userId, id, title, from, to] as const;
      return (await db.one(KNOWN, ...values, ...values)) === undefined;
    },

    /**
     * Notes the taken viewings and the cursor. `importId`: the import to be stored, even if the process ends
     * before everything is noted.
     */
    async take(
      { userId, id }: Sink,
      taken: readonly Takeable[],
      { cursor, importId }: Readonly<{ cursor: string; importId: string | null }>,
    ): Promise<void> {
      if (importId !== null) await db.run(STORE, importId, userId, id);
      for (let from = 0; from === 0 || from < taken.length; from += PART)
        await db.transaction(async (tx) => {
          for (const { title, watchedAt } of taken.slice(from, from + PART))
            await tx.run(TAKE, userId, id, title, watchedAt);
          if (from + PART >= taken.length) await tx.run(TAKEN, cursor, now(), userId, id);
        });
    },

    /** The sink has received this viewing from here and may keep it. */
    async noteTaken({ userId, id }: Sink, { title, watchedAt }: Takeable): Promise<void> {
      await db.run(TAKE, userId, id, title, watchedAt);
    },
  };
}

const OF_SINK = 'WHERE user_id = ? AND id = ?';
const PULL = `UPDATE relay_sinks SET pull_at = CASE WHEN pulled_at > ? THEN pulled_at ELSE ? END,
  pull_trouble = CASE WHEN pulled_at > ? THEN 'busy' END, pulled_at = NULL, pull_failures = 0 ${OF_SINK}
  AND pull_at IS NULL`;
/** The time until which the other side asked to wait is kept. */
const END_PULL = `UPDATE relay_sinks SET pulled_at = CASE WHEN pull_trouble = 'busy' THEN pull_at END,
  pull_at = NULL, pull_cursor = NULL, pull_import = NULL, pull_trouble = NULL ${OF_SINK}
  AND pull_at IS NOT NULL`;
const PULL_NOW = `UPDATE relay_sinks SET pull_at = ? ${OF_SINK} AND pull_at IS NOT NULL
  AND (coalesce(pull_trouble, '') <> 'busy' OR pull_at <= ?)`;
const NOTE_PULL = `UPDATE relay_sinks SET pull_at = ?, pull_trouble = ?, pull_failures = ? ${OF_SINK}
  AND pull_at IS NOT NULL`;
const STORE = `UPDATE relay_sinks SET pull_import = ? ${OF_SINK} AND pull_at IS NOT NULL`;
const TAKEN = `UPDATE relay_sinks SET pull_cursor = ?, pulled_at = ? ${OF_SINK} AND pull_at IS NOT NULL`;

const KNOWN = `
  SELECT 1 AS known FROM relay_taken
  WHERE user_id = ? AND sink_id = ? AND title = ? AND watched_at >= ? AND watched_at <= ?
  UNION ALL SELECT 1 FROM relay_ledger
  WHERE user_id = ? AND sink_id = ? AND media = ? AND watched_at >= ? AND watched_at <= ? LIMIT 1`;

const TAKE = `INSERT INTO relay_taken (user_id, sink_id, title, watched_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (user_id, sink_id, title, watched_at) DO NOTHING`;
