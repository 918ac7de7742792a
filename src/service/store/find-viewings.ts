import { beginOfDay } from '../../core/library/zoned-time';
import type { Database, Value } from './engine/database';
import { inList } from './engine/rows';
import { withIds } from './media';
import { partOf, WATCHES, type Page, type SessionRow, type StoredSession } from './sessions';

/** Filters viewings of a history. All conditions must hold. */
export type HistoryFilter = Readonly<{
  type?: 'movie' | 'episode' | undefined;
  /** `movie:348` or `show:1396`; an empty list finds nothing. */
  works?: string[] | undefined;
  /** The first and the last day, counted from 1970-01-01 in `zone`. */
  from?: number | undefined;
  to?: number | undefined;
  zone: string;
}>;

/** Searches of a person's history. */
export function createFindViewings(db: Database) {
  return {
    /** Newest first. */
    async find(userId: string, filter: HistoryFilter, part: Page): Promise<SessionRow[]> {
      const { sql, values } = conditionOf(filter);
      const { clauses, values: places } = partOf(['w.watched_at', 'w.id'], part);
      const rows = await db.all<StoredSession>(`${WATCHES} ${sql} ${clauses}`, userId, ...values, ...places);
      return rows.slice(0, part.limit).map(withIds);
    },

    /** The oldest viewing that matches the filter. */
    async first(userId: string, filter: HistoryFilter): Promise<SessionRow | undefined> {
      const { sql, values } = conditionOf(filter);
      const row = await db.one<StoredSession>(
        `${WATCHES} ${sql} ORDER BY w.watched_at, w.id LIMIT 1`,
        userId,
        ...values,
      );
      return row && withIds(row);
    },

    count: (userId: string, filter: HistoryFilter): Promise<number> =>
      filter.works === undefined ? sumDays(db, userId, filter) : countRows(db, userId, filter),

    /**
     * For each watched episode of a series, by its key: the number of viewings and the time of the last one.
     */
    async ofShow(userId: string, showId: number): Promise<ReadonlyMap<string, ShowEpisode>> {
      const rows = await db.all<ShowEpisode & { media: string }>(
        `SELECT media, times, watched_at AS "lastAt" FROM watched_titles WHERE user_id = ? AND show_id = ?`,
        userId,
        showId,
      );
      return new Map(rows.map(({ media, ...episode }) => [media, episode]));
    },
  };
}

export type ShowEpisode = Readonly<{
  times: number;
  /** Milliseconds since 1970. */
  lastAt: number;
}>;

/**
 * The conditions of a filter on `watches AS w`, and their values. They follow the condition on the person.
 */
function conditionOf({ type, works, from, to, zone }: HistoryFilter): { sql: string; values: Value[] } {
  const parts: [sql: string, ...values: Value[]][] = [];
  // `show_id IS NULL` makes the engine use the index `watches_films`.
  if (type === 'movie') parts.push([`w.show_id IS NULL AND w.media LIKE 'movie:%'`]);
  if (type === 'episode') parts.push([`w.media LIKE 'episode:%'`]);
  if (works !== undefined) parts.push(ofWorks(works));
  if (from !== undefined) parts.push(['w.watched_at >= ?', beginOfDay(zone, from)]);
  if (to !== undefined) parts.push(['w.watched_at < ?', beginOfDay(zone, to + 1)]);
  return {
    sql: parts.map(([sql]) => `AND ${sql}`).join(' '),
    values: parts.flatMap(([, ...values]) => values),
  };
}

function ofWorks(works: string[]): [sql: string, ...values: Value[]] {
  const shows = inList(works.flatMap((work) => (work.startsWith('show:') ? [Number(work.slice(5))] : [])));
  const films = inList(works.filter((work) => work.startsWith('movie:')));
  const conditions = [
    ...(shows.values.length > 0 ? [`w.show_id IN ${shows.sql}`] : []),
    ...(films.values.length > 0 ? [`w.media IN ${films.sql}`] : []),
  ];
  if (conditions.length === 0) return ['1 = 0'];
  return [`(${conditions.join(' OR ')})`, ...shows.values, ...films.values];
}

async function countRows(db: Database, userId: string, filter: HistoryFilter): Promise<number> {
  const { sql, values } = conditionOf(filter);
  const row = await db.one<{ n: number }>(
    `SELECT count(*) AS n FROM watches AS w WHERE w.user_id = ? ${sql}`,
    userId,
    ...values,
  );
  return row?.n ?? 0;
}

const COLUMNS = { movie: 'films', episode: 'episodes', all: 'films + episodes' };

/** Counts viewings by the sums of their days, without reading them. */
async function sumDays(db: Database, userId: string, { type, from, to }: HistoryFilter): Promise<number> {
  const row = await db.one<{ n: number | null }>(
    `SELECT sum(${COLUMNS[type ?? 'all']}) AS n FROM days
     WHERE user_id = ? ${from === undefined ? '' : 'AND day >= ?'} ${to === undefined ? '' : 'AND day <= ?'}`,
    userId,
    ...[from, to].filter((day) => day !== undefined),
  );
  return row?.n ?? 0;
}
