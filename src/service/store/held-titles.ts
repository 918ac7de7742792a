import { isWatched, nextStep, type Position } from '../../core/library/next-session';
import type { Database, Transaction } from './engine/database';
import type { CreateId } from './ids';

/** A film, an episode, or all episodes of a season, as a media server names them. */
export type NamedPlace = Readonly<{
  /** The film or series: any text that stays the same. */
  work: string;
  /** -1: a film. */
  season: number;
  /** -1: a film, or all episodes. */
  episode: number;
}>;

/**
 * Why nobody is sure: nothing is known by this name, it may be several titles, the film database counts the
 * episodes of the series otherwise, or it could not be asked.
 */
export const heldReasons = ['unknown', 'several', 'order', 'away'] as const;
export type HeldReason = (typeof heldReasons)[number];

/** What a media server has played, and what waits for the person. Times are milliseconds since 1970. */
export interface HeldTitle extends NamedPlace, Position {
  readonly id: string;
  /** What the server states, as JSON. */
  readonly title: string;
  readonly reason: HeldReason;
  readonly startedAt: number;
  readonly updatedAt: number;
  /** `null` below 90 %. */
  readonly watchedAt: number | null;
  /** What was chosen for it: the key of a film or an episode. `null`: nothing yet, or not to be recorded. */
  readonly media: string | null;
  /** How the person has rated it, 2 to 20; with a `duration` of 0 it was rated and not played. */
  readonly halves: number | null;
  readonly ratedAt: number | null;
  /** What its rating has put in its place, as JSON: see `held-ratings.ts`. */
  readonly replaced: string | null;
}

export type NewHeldTitle = Pick<HeldTitle, keyof NamedPlace | 'title' | 'reason'>;

export type HeldTitles = ReturnType<typeof createHeldTitles>;

/** Most titles of a person that wait. What comes beyond is refused, which the page of what waits says. */
export const heldLimit = 2000;

type Tools = Readonly<{
  now: () => number;
  createId: CreateId;
}>;

export function createHeldTitles(db: Database, tools: Tools) {
  return {
    /**
     * Stores a position as `playback.update` would. `isBegun`: it has just begun, which counts only where it
     * was watched before. False: it does not count, or too many wait.
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
    /** What waits, the newest first. */
    list: (userId: string): Promise<HeldTitle[]> =>
      db.all<HeldTitle>(`${SELECT_HELD} AND choice_id IS NULL ORDER BY updated_at DESC, id DESC`, userId),

    find: (userId: string, id: string): Promise<HeldTitle | undefined> =>
      db.one<HeldTitle>(`${SELECT_HELD} AND id = ?`, userId, id),

    /** Films, and seasons of series. */
    async count(userId: string): Promise<number> {
      const row = await db.one<{ n: number }>(
        `SELECT count(*) AS n FROM (SELECT DISTINCT work, season FROM held_titles
           WHERE user_id = ? AND choice_id IS NULL) AS waiting`,
        userId,
      );
      return row?.n ?? 0;
    },

    /** What waits of this place. */
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

/** What waits for the film database, and not for the person. */
function lookedUpLater(db: Database) {
  return {
    /** Ten at random of what could not be looked up: one that is never found must not block the others. */
    away: (userId: string): Promise<HeldTitle[]> =>
      db.all<HeldTitle>(
        `${SELECT_HELD} AND choice_id IS NULL AND reason = 'away' ORDER BY random() LIMIT 10`,
        userId,
      ),

    async setReason(userId: string, id: string, reason: HeldReason): Promise<void> {
      const set = 'UPDATE held_titles SET reason = ? WHERE user_id = ? AND id = ? AND choice_id IS NULL';
      await db.run(set, reason, userId, id);
    },

    /** It has been recorded as it was, and nothing is left to undo. What has come meanwhile stays. */
    async remove(userId: string, { id, updatedAt, ratedAt }: HeldTitle): Promise<void> {
      const remove = `DELETE FROM held_titles WHERE user_id = ? AND id = ? AND updated_at = ?
        AND rated_at IS NOT DISTINCT FROM ? AND choice_id IS NULL`;
      await db.run(remove, userId, id, updatedAt, ratedAt);
    },
  };
}

function settling(db: Database, { createId }: Tools) {
  return {
    /** It waits no more. */
    async settle(userId: string, id: string, choice: string, media: string | null): Promise<void> {
      const set = 'UPDATE held_titles SET choice_id = ?, media = ? WHERE user_id = ? AND id = ?';
      await db.run(set, choice, media, userId, id);
    },

    /** What was recorded last comes first: the opposite order of `at`. */
    settledBy: (userId: string, choice: string): Promise<HeldTitle[]> =>
      db.all<HeldTitle>(`${SETTLED} ORDER BY episode DESC, started_at DESC, id DESC`, userId, choice),

    /** Nothing waits any more. `reopen` takes the id; what was removed before that is gone for good. */
    removeAll: (userId: string): Promise<Readonly<{ id: string; count: number }>> =>
      db.personTransaction(userId, async (tx) => {
        await tx.run("DELETE FROM held_titles WHERE user_id = ? AND choice_id LIKE 'removed-%'", userId);
        const id = `removed-${createId()}`;
        const set = 'UPDATE held_titles SET choice_id = ? WHERE user_id = ? AND choice_id IS NULL';
        return { id, count: await tx.run(set, id, userId) };
      }),

    /** What was settled by a choice, or removed, waits again. */
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

interface BegunTitle extends NewHeldTitle {
  readonly userId: string;
  readonly id: string;
  readonly at: number;
  readonly position: Position;
}

/** What was only rated is played now. */
async function playRated(tx: Transaction, begun: BegunTitle): Promise<boolean> {
  const { userId, id, at, position, reason } = begun;
  const { progress, duration } = position;
  const set = `UPDATE held_titles SET progress = ?, duration = ?, started_at = ?, updated_at = ?,
    watched_at = ?, reason = ? WHERE user_id = ? AND id = ?`;
  return (await tx.run(set, progress, duration, at, at, watchedTime(position, at), reason, userId, id)) > 0;
}

/** Of a title that was only rated, no length is known. */
function watchedTime({ progress, duration }: Position, at: number): number | null {
  return duration > 0 && isWatched(progress, duration) ? at : null;
}

/** False: too many wait. */
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
