import { showOf } from '../../core/library/media-key';
import { dayAt } from '../../core/library/zoned-time';
import type { Update, UpdateOptions } from './apply-update';
import { noteChanges } from './changes';
import { addViewings } from './count-viewings';
import type { Transaction } from './engine/database';
import { lockFree, putRows, rowsOf, type RowOf } from './engine/rows';
import { addLastEpisodes } from './show-progress';
import { addTallies, type Tallies } from './tallies';
import { keyOf, moveSessions, rowOf, textOf, UPDATES, type TitleKey, type UpdateRow } from './move-sessions';
import { addWatchedTitles } from './watched-titles';

/**
 * Stores updates of any people with one statement for each table. Returns those that it has not stored:
 * `applyUpdate` does them, as they change more than a position, a beginning or a crossing, or as another
 * transaction holds their person. Each title of a person may be there once.
 */
export async function applyUpdates(
  tx: Transaction,
  updates: readonly Update[],
  options: UpdateOptions,
): Promise<readonly Update[]> {
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

/** The last episode of a series is no special, unless only specials were watched. */
const SPECIAL = /^episode:\d+:0:/;

interface Found {
  readonly id: string | null;
  readonly episodeId: number | null;
  readonly startedAt: number | null;
  readonly watchedAt: number | null;
  /** A removal, a viewing or an episode without a place has to be looked at. */
  readonly isDoubtful: number;
  readonly isKnown: number;
}

type FoundRow = UpdateRow & Found & { readonly zone: string };

/** Locks the people that nobody else holds, and reads what they have of these titles. */
async function readAll(tx: Transaction, rows: readonly UpdateRow[]): Promise<readonly FoundRow[]> {
  if (rows.length === 0) return [];
  const people = await tx.all<{ id: string; zone: string }>(
    `SELECT p.id, p.zone FROM users AS p
     WHERE p.id IN (SELECT u.user_id FROM ${rowsOf(tx.engine, { user_id: 'TEXT' })})
     ORDER BY p.id ${lockFree(tx.engine)}`,
    JSON.stringify([...new Set(rows.map((row) => row.user_id))].map((user_id) => ({ user_id }))),
  );
  const zones = new Map(people.map(({ id, zone }) => [id, zone]));
  const free = rows.filter((row) => zones.has(row.user_id));
  const found = await tx.all<Found & TitleKey>(READ(tx.engine), textOf(free));
  const byKey = new Map(found.map((one) => [keyOf(one), one]));
  return free.flatMap((row) => {
    const one = byKey.get(keyOf(row));
    return one === undefined ? [] : [{ ...row, ...one, zone: zones.get(row.user_id) ?? 'UTC' }];
  });
}

/** Each table by its key: with EXISTS, PostgreSQL may read the whole table once instead. */
const READ = (engine: Transaction['engine']) => `
  SELECT u.user_id, u.media, p.id, p.episode_id AS "episodeId", p.started_at AS "startedAt",
    p.watched_at AS "watchedAt",
    CASE WHEN r.media IS NULL AND o.media IS NULL AND w.id IS NULL THEN 0 ELSE 1 END AS "isDoubtful",
    CASE WHEN t.media IS NULL THEN 0 ELSE 1 END AS "isKnown"
  FROM ${rowsOf(engine, UPDATES)}
  LEFT JOIN progress AS p ON p.user_id = u.user_id AND p.media = u.media
  LEFT JOIN removals AS r ON r.user_id = u.user_id AND r.media = u.media
  LEFT JOIN progress AS o ON o.user_id = u.user_id AND o.media = u.own
  LEFT JOIN watches AS w ON w.user_id = p.user_id AND w.id = p.id
  LEFT JOIN watched_titles AS t ON t.user_id = u.user_id AND t.media = u.media`;

/** A session that begins or is watched now. */
interface Step extends RowOf<typeof PROGRESS.columns> {
  readonly user_id: string;
  readonly media: string;
  readonly duration: number;
  readonly updated_at: number;
  readonly watched_at: number | null;
  readonly isNew: boolean;
  readonly isKnown: boolean;
  readonly zone: string;
}

/** Nothing: it is another step than a beginning or a crossing. */
function stepOf(row: FoundRow, { createId }: UpdateOptions): Step[] {
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
      isKnown: row.isKnown === 1,
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
  // There is none: it would be the viewing of a session that was not watched.
  conflict: '(user_id, id) DO NOTHING',
} as const;

async function storeAll(tx: Transaction, steps: readonly Step[]): Promise<void> {
  await putRows(tx, PROGRESS, steps);
  const watched = steps.flatMap((step) => {
    const { user_id: userId, media, watched_at: at, zone } = step;
    if (at === null) return [];
    const showId = showOf(media);
    return [{ ...step, userId, showId, show_id: showId, day: dayAt(zone, at) }];
  });
  if (watched.length > 0) {
    await putRows(tx, WATCHES, watched);
    await addViewings(tx, watched);
    await addWatchedTitles(tx, watched);
    await addLastEpisodes(tx, watched);
    await noteChanges(tx, [...newest(watched).values()]);
  }
  await addTallies(tx, [...talliesOf(steps).values()]);
}

function newest(watched: readonly Step[]) {
  return new Map(
    watched.map(({ user_id, updated_at }) => [
      user_id,
      { user_id, area: 'history' as const, changed_at: updated_at },
    ]),
  );
}

function talliesOf(steps: readonly Step[]) {
  const tallies = new Map<
    string,
    { -readonly [K in keyof Tallies]: number } & { readonly user_id: string }
  >();
  for (const { user_id, media, isNew, isKnown, watched_at } of steps) {
    const sums = tallies.get(user_id) ?? { user_id, watches: 0, titles: 0, films: 0, episodes: 0 };
    if (isNew) sums.titles += 1;
    if (watched_at !== null) sums.watches += 1;
    if (watched_at !== null && !isKnown) sums[media.startsWith('movie:') ? 'films' : 'episodes'] += 1;
    tallies.set(user_id, sums);
  }
  return tallies;
}
