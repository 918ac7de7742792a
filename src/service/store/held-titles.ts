import { isWatched, nextStep, type Position } from '../../core/library/next-session';
import type { Database, Transaction } from './engine/database';
import type { CreateId } from './ids';

/** A film, an episode, or all episodes of a season, as a media server names them. */
export type NamedPlace = Readonly<{
  /** A stable text that identifies the film or series. */
  work: string;
  /** -1: a film. */
  season: number;
  /** -1: a film, or all episodes. */
  episode: number;
}>;

/**
 * Why a title is uncertain: the film database does not know its name (`unknown`), knows several such titles
 * (`several`), numbers the episodes differently (`order`), or was unavailable (`away`).
 */
export const heldReasons = ['unknown', 'several', 'order', 'away'] as const;
export type HeldReason = (typeof heldReasons)[number];

/** A title from a media server that waits for the person. Times are milliseconds since 1970. */
export type HeldTitle = NamedPlace &
  Position &
  Readonly<{
    id: string;
    /** The title as the server states it, as JSON. */
    title: string;
    reason: HeldReason;
    startedAt: number;
    updatedAt: number;
    /** `null` below 90 %. */
    watchedAt: number | null;
    /** The choice: the key of a film or an episode. `null`: none yet, or not to be recorded. */
    media: string | null;
    /** The person's rating, 2 to 20. A title with a `duration` of 0 was rated but not played. */
    halves: number | null;
    ratedAt: number | null;
    /** The rating of the chosen title that `halves` has replaced, as JSON: see `replacedSchema`. */
    replaced: string | null;
  }>;

export type NewHeldTitle = Pick<HeldTitle, keyof NamedPlace | 'title' | 'reason'>;

/** Maximum held titles per person. Further titles are refused, and the page of held titles says so. */
export const heldLimit = 2000;

type Tools = Readonly<{
  now: () => number;
  createId: CreateId;
}>;

export function createHeldTitles(db: Database, tools: Tools) {
  return {
    /**
     * Stores a position by the rules of `playback.update`. `isBegun`: the player has just begun the title;
     * this is stored only after an earlier viewing. False: nothing was stored.
     */
    hold: (userId: string, held: NewHeldTitle, update: HeldUpdate): Promise<boolean> =>
      db.personTransaction(userId, (tx) => hold(tx, userId, { ...held, ...update }, tools)),

    ...waiting(db),
    ...lookedUpLater(db),
    ...settling(db, tools),
  };
}

function waiting(db: Database) {
  return {
    /** Held titles, newest first. */
    list: (userId: string): Promise<HeldTitle[]> =>
      db.all<HeldTitle>(`${SELECT_HELD} AND choice_id IS NULL ORDER BY updated_at DESC, id DESC`, userId),

    find: (userId: string, id: string): Promise<HeldTitle | undefined> =>
      db.one<HeldTitle>(`${SELECT_HELD} AND id = ?`, userId, id),

    /** How many films and seasons are held. */
    async count(userId: string): Promise<number> {
      const row = await db.one<{ n: number }>(
        `SELECT count(*) AS n FROM (SELECT DISTINCT work, season FROM held_titles
           WHERE user_id = ? AND choice_id IS NULL) AS waiting`,
        userId,
      );
      return row?.n ?? 0;
    },

    /** Held titles of this place, by episode. `episode` -1 finds the whole season. */
    at: (userId: string, { work, season, episode }: NamedPlace): Promise<HeldTitle[]> =>
      db.all<HeldTitle>(
        `${SELECT_HELD} AND choice_id IS NULL AND work = ? AND season = ? AND (episode = ? OR ? = -1)
         ORDER BY episode, started_at, id`,
        userId,
        work,
        season,
        episode,
        episode,
      ),
  };
}

/** Titles held until the film database is available, not until the person decides. */
function lookedUpLater(db: Database) {
  return {
    /** Ten random titles to look up again, so that one that is never found does not block the others. */
    away: (userId: string): Promise<HeldTitle[]> =>
      db.all<HeldTitle>(
        `${SELECT_HELD} AND choice_id IS NULL AND reason = 'away' ORDER BY random() LIMIT 10`,
        userId,
      ),

    async setReason(userId: string, id: string, reason: HeldReason): Promise<void> {
      const set = 'UPDATE held_titles SET reason = ? WHERE user_id = ? AND id = ? AND choice_id IS NULL';
      await db.run(set, reason, userId, id);
    },

    /** Removes a title after it was recorded, unless a newer report or rating of it has arrived. */
    async remove(userId: string, { id, updatedAt, ratedAt }: HeldTitle): Promise<void> {
      const remove = `DELETE FROM held_titles WHERE user_id = ? AND id = ? AND updated_at = ?
        AND rated_at IS NOT DISTINCT FROM ? AND choice_id IS NULL`;
      await db.run(remove, userId, id, updatedAt, ratedAt);
    },
  };
}

function settling(db: Database, { createId }: Tools) {
  return {
    /** Stores that a choice has decided the title. `media`: its key; `null`: it is not to be recorded. */
    async settle(userId: string, id: string, choice: string, media: string | null): Promise<void> {
      const set = 'UPDATE held_titles SET choice_id = ?, media = ? WHERE user_id = ? AND id = ?';
      await db.run(set, choice, media, userId, id);
    },

    /** The titles that one choice has decided, in the opposite order of `at`. */
    settledBy: (userId: string, choice: string): Promise<HeldTitle[]> =>
      db.all<HeldTitle>(`${SETTLED} ORDER BY episode DESC, started_at DESC, id DESC`, userId, choice),

    /** Removes all held titles. `reopen` with the returned id undoes it; earlier removals become final. */
    removeAll: (userId: string): Promise<Readonly<{ id: string; count: number }>> =>
      db.personTransaction(userId, async (tx) => {
        await tx.run("DELETE FROM held_titles WHERE user_id = ? AND choice_id LIKE 'removed-%'", userId);
        const id = `removed-${createId()}`;
        const set = 'UPDATE held_titles SET choice_id = ? WHERE user_id = ? AND choice_id IS NULL';
        return { id, count: await tx.run(set, id, userId) };
      }),

    /** Makes the titles wait again that a choice has decided, or that `removeAll` has removed. */
    async reopen(userId: string, choice: string): Promise<void> {
      const set = 'UPDATE held_titles SET choice_id = NULL, media = NULL WHERE user_id = ? AND choice_id = ?';
      await db.run(set, userId, choice);
    },
  };
}

export const SELECT_HELD = `
  SELECT id, work, season, episode, title, reason, progress, duration, started_at AS "startedAt",
    updated_at AS "updatedAt", watched_at AS "watchedAt", media, halves, rated_at AS "ratedAt", replaced
  FROM held_titles WHERE user_id = ?`;
const SETTLED = `${SELECT_HELD} AND choice_id = ?`;

type HeldUpdate = Readonly<{
  position: Position;
  isEnd: boolean;
  isBegun: boolean;
}>;

async function hold(
  tx: Transaction,
  userId: string,
  held: NewHeldTitle & HeldUpdate,
  { now, createId }: Tools,
): Promise<boolean> {
  const { work, season, episode, position } = held;
  const latest = await tx.lock<HeldTitle>(
    `${SELECT_HELD} AND choice_id IS NULL AND work = ? AND season = ? AND episode = ?
     ORDER BY started_at DESC, id DESC LIMIT 1`,
    userId,
    work,
    season,
    episode,
  );
  if (held.isBegun && latest?.watchedAt == null) return false;
  const at = now();
  if (latest === undefined) return begin(tx, { ...held, userId, id: createId(), at });
  if (latest.duration === 0) return playRated(tx, { ...held, userId, id: latest.id, at });
  const facts = { watched: latest.watchedAt !== null, removed: false, quietMs: at - latest.updatedAt };
  const step = nextStep(facts, position, held.isEnd);
  if (step === 'begin') return begin(tx, { ...held, userId, id: createId(), at });
  await tx.run(
    `UPDATE held_titles SET progress = ?, duration = ?, updated_at = ?, watched_at = ?, reason = ?
     WHERE user_id = ? AND id = ?`,
    position.progress,
    position.duration,
    at,
    step === 'watch' ? at : latest.watchedAt,
    held.reason,
    userId,
    latest.id,
  );
  return true;
}

type BegunTitle = NewHeldTitle &
  Readonly<{
    userId: string;
    id: string;
    at: number;
    position: Position;
  }>;

/** Adds a position to a title that was only rated. */
async function playRated(tx: Transaction, begun: BegunTitle): Promise<boolean> {
  const { userId, id, at, position, reason } = begun;
  const { progress, duration } = position;
  const set = `UPDATE held_titles SET progress = ?, duration = ?, started_at = ?, updated_at = ?,
    watched_at = ?, reason = ? WHERE user_id = ? AND id = ?`;
  return (await tx.run(set, progress, duration, at, at, watchedTime(position, at), reason, userId, id)) > 0;
}

/** `null` below 90 %, and for a title that was only rated: its `duration` is 0. */
function watchedTime({ progress, duration }: Position, at: number): number | null {
  return duration > 0 && isWatched(progress, duration) ? at : null;
}

/** Adds a held title. False: the person has `heldLimit` of them. */
export async function begin(tx: Transaction, begun: BegunTitle): Promise<boolean> {
  const { userId, id, at, work, season, episode, title, reason, position } = begun;
  const { progress, duration } = position;
  const waiting = await tx.one<{ n: number }>(
    'SELECT count(*) AS n FROM held_titles WHERE user_id = ? AND choice_id IS NULL',
    userId,
  );
  if ((waiting?.n ?? 0) >= heldLimit) return false;
  await tx.run(
    `INSERT INTO held_titles (user_id, id, work, season, episode, title, reason, progress, duration,
       started_at, updated_at, watched_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    userId,
    id,
    work,
    season,
    episode,
    title,
    reason,
    progress,
    duration,
    at,
    at,
    watchedTime(position, at),
  );
  return true;
}
