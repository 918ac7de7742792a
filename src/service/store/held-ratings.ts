import * as z from 'zod/mini';
import type { MediaIds } from '../../core/library/media-key';
import { parseJson } from '../../core/values/parse-json';
import { noteChange } from './changes';
import type { Database, Transaction } from './engine/database';
import { begin, SELECT_HELD, type HeldTitle, type NewHeldTitle } from './held-titles';
import type { CreateId } from './ids';
import { findMedia } from './person-media';

/** `HeldTitle.replaced`: the key of the rated title, and its rating before; `null`: it had none. */
export const replacedSchema = z.object({
  media: z.string().check(z.maxLength(100)),
  before: z.nullable(
    z.object({
      episodeId: z.nullable(z.int()),
      halves: z.int().check(z.minimum(2), z.maximum(20)),
      ratedAt: z.int().check(z.minimum(0)),
      importId: z.nullable(z.string().check(z.maxLength(100))),
      review: z.nullable(z.string().check(z.maxLength(10_000))),
    }),
  ),
});
type Rating = NonNullable<z.infer<typeof replacedSchema>['before']>;

type Tools = Readonly<{
  now: () => number;
  createId: CreateId;
}>;

/** Ratings of held titles: see `held-titles.ts`. */
export function createHeldRatings(db: Database, { now, createId }: Tools) {
  return {
    /**
     * Stores a rating with the held title: 2 to 20 half points; 0 removes it. False: there is no rating to
     * remove, or too many titles are held.
     */
    hold: (userId: string, held: NewHeldTitle, halves: number): Promise<boolean> =>
      db.personTransaction(userId, (tx) =>
        hold(tx, { ...held, userId, halves, id: createId(), at: now(), position: NOT_PLAYED }),
      ),

    /** Rates the chosen title. False: there is no held rating, or the person has rated the title since. */
    apply: (userId: string, held: HeldTitle, ids: MediaIds): Promise<boolean> =>
      db.personTransaction(userId, (tx) => apply(tx, { userId, held, ids, at: now() })),

    /** Restores the previous rating, unless the title was rated since. */
    takeBack: (userId: string, held: HeldTitle): Promise<void> =>
      db.personTransaction(userId, (tx) => takeBack(tx, { userId, held, at: now() })),
  };
}

const NOT_PLAYED = { progress: 0, duration: 0 };

type RatedNow = NewHeldTitle &
  Readonly<{
    userId: string;
    id: string;
    at: number;
    halves: number;
    position: typeof NOT_PLAYED;
  }>;

const AT_PLACE = 'user_id = ? AND choice_id IS NULL AND work = ? AND season = ? AND episode = ?';
const SET = 'UPDATE held_titles SET halves = ?, rated_at = ? WHERE user_id = ? AND id = ?';

async function hold(tx: Transaction, rated: RatedNow): Promise<boolean> {
  const { userId, work, season, episode, halves, at } = rated;
  const place = [userId, work, season, episode];
  const isTaken = halves === 0;
  // If the title was played several times, only one of its rows has the rating.
  const had = await tx.run(
    `UPDATE held_titles SET halves = NULL, rated_at = NULL WHERE ${AT_PLACE} AND halves IS NOT NULL`,
    ...place,
  );
  if (isTaken) {
    await tx.run(`DELETE FROM held_titles WHERE ${AT_PLACE} AND duration = 0`, ...place);
    return had > 0;
  }
  const latest = await tx.lock<{ id: string }>(
    `SELECT id FROM held_titles WHERE ${AT_PLACE} ORDER BY started_at DESC, id DESC LIMIT 1`,
    ...place,
  );
  if (latest === undefined && !(await begin(tx, rated))) return false;
  await tx.run(SET, halves, at, userId, latest?.id ?? rated.id);
  return true;
}

const FIND_RATING = `
  SELECT episode_id AS "episodeId", halves, rated_at AS "ratedAt", import_id AS "importId", review
  FROM ratings WHERE user_id = ? AND media = ?`;

type Applied = Readonly<{
  userId: string;
  held: HeldTitle;
  ids: MediaIds;
  at: number;
}>;

async function apply(tx: Transaction, { userId, held, ids, at }: Applied): Promise<boolean> {
  const { halves, ratedAt } = held;
  if (halves === null || ratedAt === null) return false;
  const media = await findMedia(tx, userId, ids);
  const before = (await tx.lock<Rating>(FIND_RATING, userId, media)) ?? null;
  if (before !== null && before.ratedAt > ratedAt) return false;
  const known = before ?? { episodeId: null, review: null };
  const episodeId = ids.episodeId ?? known.episodeId;
  await put(tx, userId, media, { ...known, episodeId, halves, ratedAt, importId: null });
  const replaced = JSON.stringify({ media, before });
  await tx.run('UPDATE held_titles SET replaced = ? WHERE user_id = ? AND id = ?', replaced, userId, held.id);
  await noteChange(tx, userId, 'ratings', at);
  return true;
}

type TakenBack = Readonly<{
  userId: string;
  held: HeldTitle;
  at: number;
}>;

async function takeBack(tx: Transaction, { userId, held, at }: TakenBack): Promise<void> {
  const stored = await tx.one<HeldTitle>(`${SELECT_HELD} AND id = ?`, userId, held.id);
  const { data } = z.safeParse(replacedSchema, parseJson(stored?.replaced ?? ''));
  if (data === undefined) return;
  const { media, before } = data;
  await tx.run('UPDATE held_titles SET replaced = NULL WHERE user_id = ? AND id = ?', userId, held.id);
  const now = await tx.lock<Rating>(FIND_RATING, userId, media);
  if (now?.halves !== held.halves || now.ratedAt !== held.ratedAt) return;
  await tx.run('DELETE FROM ratings WHERE user_id = ? AND media = ?', userId, media);
  if (before !== null && (await isThere(tx, userId, before.importId))) await put(tx, userId, media, before);
  await noteChange(tx, userId, 'ratings', at);
}

/** Whether the import that added a rating still exists. Undoing it has removed the rating for good. */
async function isThere(tx: Transaction, userId: string, importId: string | null): Promise<boolean> {
  if (importId === null) return true;
  const find = "SELECT 1 FROM imports WHERE user_id = ? AND id = ? AND state <> 'undoing'";
  return (await tx.one(find, userId, importId)) !== undefined;
}

async function put(tx: Transaction, userId: string, media: string, rating: Rating): Promise<void> {
  const { episodeId, halves, ratedAt, importId, review } = rating;
  await tx.run(
    `INSERT INTO ratings (user_id, media, episode_id, halves, rated_at, import_id, review)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id, media) DO UPDATE SET episode_id = excluded.episode_id,
       halves = excluded.halves, rated_at = excluded.rated_at, import_id = excluded.import_id`,
    userId,
    media,
    episodeId,
    halves,
    ratedAt,
    importId,
    review,
  );
}
