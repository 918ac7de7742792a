import { showOf } from '../../core/library/media-key';
import { dayAt } from '../../core/library/zoned-time';
import type { PositionUpdate, UpdateOptions } from './apply-update';
import { CHANGES } from './changes';
import { viewingsAdded, addTallies, type Tallies } from './count-viewings';
import type { Transaction } from './engine/database';
import { insertAll, insertOf, lockFree, rowsOf, type RowOf } from './engine/rows';
import { addLastEpisodes } from './latest-session';
import { keyOf, moveSessions, rowOf, textOf, UPDATES, type TitleKey, type UpdateRow } from './move-sessions';
import { watchedTitlesAdded } from './watched-titles';

/**
 * Stores updates of several people with one statement per table. Each title of a person may occur once.
 * Handles updates that move a session, begin the first session of a title, or bring a session to 90 %.
 * Returns all other updates, and those of people whom another transaction has locked: `applyUpdate` stores
 * them.
 */
export async function applyUpdates(
  tx: Transaction,
  updates: PositionUpdate[],
  options: UpdateOptions,
): Promise<PositionUpdate[]> {
  const rows = updates.map((update) => rowOf(update, options.now()));
  const moved = new Set((await moveSessions(tx, rows)).map(keyOf));
  const others = rows.filter((row) => !moved.has(keyOf(row)));
  if (others.length === 0) return [];
  const known = others.filter(({ own, media }) => media !== own && !SPECIAL.test(media));
  const begun = (await readAll(tx, known)).flatMap((row) => stepOf(row, options));
  await storeAll(tx, begun);
  const stored = new Set(begun.map(keyOf));
  return others.filter((row) => !stored.has(keyOf(row))).map(({ update }) => update);
}

/** A special (season 0). `addLastEpisodes` does not handle specials, so they are left to `applyUpdate`. */
const SPECIAL = /^episode:\d+:0:/;

type KnownState = Readonly<{
  id: string | null;
  episodeId: number | null;
  startedAt: number | null;
  watchedAt: number | null;
  /**
   * 1: the person has removed a viewing of the title, or has a session under the episode's own id. Only
   * `applyUpdate` handles these cases.
   */
  isDoubtful: number;
}>;

type FoundRow = UpdateRow & KnownState & Readonly<{ zone: string }>;

/** Locks the people whom no other transaction has locked, and reads their sessions of these titles. */
async function readAll(tx: Transaction, rows: UpdateRow[]): Promise<FoundRow[]> {
  if (rows.length === 0) return [];
  const people = await tx.all<{ id: string; zone: string }>(
    `SELECT p.id, p.zone FROM users AS p
     WHERE p.id IN (SELECT u.user_id FROM ${rowsOf(tx.engine, { user_id: 'TEXT' })})
     ORDER BY p.id ${lockFree(tx.engine)}`,
    JSON.stringify([...new Set(rows.map((row) => row.user_id))].map((user_id) => ({ user_id }))),
  );
  const zones = new Map(people.map(({ id, zone }) => [id, zone]));
  const free = rows.filter((row) => zones.has(row.user_id));
  const found = await tx.all<KnownState & TitleKey>(READ(tx.engine), textOf(free));
  const byKey = new Map(found.map((one) => [keyOf(one), one]));
  return free.flatMap((row) => {
    const one = byKey.get(keyOf(row));
    return one === undefined ? [] : [{ ...row, ...one, zone: zones.get(row.user_id) ?? 'UTC' }];
  });
}

/**
 * Joins each table by its primary key: with `EXISTS`, PostgreSQL may scan the whole table. Does not ask the
 * tables of viewings whether a viewing exists; `ON CONFLICT` in their `INSERT` finds out. If PostgreSQL
 * analysed them while they were empty, all indexes that begin with `user_id` cost the same, and the planner
 * may choose one that reads all viewings of the person.
 */
const READ = (engine: Transaction['engine']) => `
  SELECT u.user_id, u.media, p.id, p.episode_id AS "episodeId", p.started_at AS "startedAt",
    p.watched_at AS "watchedAt",
    CASE WHEN r.media IS NULL AND o.media IS NULL THEN 0 ELSE 1 END AS "isDoubtful"
  FROM ${rowsOf(engine, UPDATES)}
  LEFT JOIN progress AS p ON p.user_id = u.user_id AND p.media = u.media
  LEFT JOIN removals AS r ON r.user_id = u.user_id AND r.media = u.media
  LEFT JOIN progress AS o ON o.user_id = u.user_id AND o.media = u.own`;

/** A session that an update begins or brings to 90 %. */
type SessionChange = RowOf<typeof PROGRESS.columns> &
  Readonly<{
    user_id: string;
    media: string;
    duration: number;
    updated_at: number;
    watched_at: number | null;
    isNew: boolean;
    zone: string;
  }>;

/** The change that the update makes. Empty if it neither begins a session nor brings one to 90 %. */
function stepOf(row: FoundRow, { createId }: UpdateOptions): SessionChange[] {
  const { user_id, media, at, update, id, zone } = row;
  const isNew = id === null;
  if (row.isDoubtful === 1 || (!isNew && (row.watchedAt !== null || row.watched === 0))) return [];
  return [
    {
      user_id,
      media,
      id: id ?? createId(),
      episode_id: update.ids.episodeId ?? row.episodeId,
      ...update.position,
      started_at: row.startedAt ?? at,
      updated_at: at,
      watched_at: row.watched === 1 ? at : null,
      isNew,
      zone,
    },
  ];
}

const SESSION = {
  user_id: 'TEXT',
  media: 'TEXT',
  id: 'TEXT',
  episode_id: 'BIGINT',
  progress: 'BIGINT',
  duration: 'BIGINT',
  started_at: 'BIGINT',
  updated_at: 'BIGINT',
  watched_at: 'BIGINT',
} as const;

const PROGRESS = {
  table: 'progress',
  columns: SESSION,
  conflict: `(user_id, media) DO UPDATE
    SET episode_id = excluded.episode_id, progress = excluded.progress, duration = excluded.duration,
      updated_at = excluded.updated_at, watched_at = excluded.watched_at`,
} as const;

const WATCHES = {
  table: 'watches',
  columns: { ...SESSION, show_id: 'BIGINT', day: 'BIGINT' },
  // An existing viewing is already counted.
  conflict: '(user_id, id) DO NOTHING',
  returning: 'user_id, media',
} as const;

async function storeAll(tx: Transaction, steps: SessionChange[]): Promise<void> {
  const { engine } = tx;
  const watched = steps.flatMap((step) => {
    const { user_id: userId, media, watched_at: at, zone } = step;
    if (at === null) return [];
    const showId = showOf(media);
    return [{ ...step, userId, showId, show_id: showId, day: dayAt(zone, at) }];
  });
  const sessions = insertOf(engine, PROGRESS, steps);
  const entries = insertOf(engine, WATCHES, watched);
  const stored = await insertAll<TitleKey>(tx, [...sessions, ...entries]);
  const added = new Set(entries.length === 0 ? [] : stored.map(keyOf));
  const known = await countAll(
    tx,
    watched.filter((step) => added.has(keyOf(step))),
  );
  await addTallies(tx, [...talliesOf(steps, known).values()]);
}

type CountedViewing = SessionChange &
  Parameters<typeof viewingsAdded>[1][number] &
  Readonly<{ show_id: number | null }>;

/** Counts the added viewings. Returns, for each title, whether the person had watched it before. */
async function countAll(tx: Transaction, added: CountedViewing[]): Promise<ReadonlyMap<string, boolean>> {
  const { engine } = tx;
  const rows = await insertAll<TitleKey & Readonly<{ times: number }>>(tx, [
    ...viewingsAdded(engine, added),
    ...insertOf(engine, CHANGES, [...newest(added).values()]),
    ...watchedTitlesAdded(engine, added),
  ]);
  await addLastEpisodes(tx, added);
  return new Map(rows.map((row) => [keyOf(row), row.times > 1]));
}

function newest(watched: SessionChange[]) {
  return new Map(
    watched.map(({ user_id, updated_at }) => [
      user_id,
      { user_id, area: 'history' as const, changed_at: updated_at },
    ]),
  );
}

function talliesOf(steps: SessionChange[], known: ReadonlyMap<string, boolean>) {
  const tallies = new Map<
    string,
    { -readonly [K in keyof Tallies]: number } & Readonly<{ user_id: string }>
  >();
  for (const step of steps) {
    const { user_id, media, isNew } = step;
    const sums = tallies.get(user_id) ?? { user_id, watches: 0, titles: 0, films: 0, episodes: 0 };
    const isKnown = known.get(keyOf(step));
    if (isNew) sums.titles += 1;
    if (isKnown !== undefined) sums.watches += 1;
    if (isKnown === false) sums[media.startsWith('movie:') ? 'films' : 'episodes'] += 1;
    tallies.set(user_id, sums);
  }
  return tallies;
}
