import type { Database } from './engine/database';
import { MEDIA_COLUMNS, TITLES_OF, withIds, type MediaRow } from './media';
import type { Sink, SinkKind } from './sink';

/** A viewing that a sink does not have yet. */
export type Relayed = MediaRow &
  Readonly<{
    id: string;
    watchedAt: number;
    duration: number;
    /** How often a delivery was begun. */
    attempts: number;
    /** 1: an import has added the viewing, so the sink may have it from elsewhere. */
    isImported: 0 | 1;
  }>;

/** A viewing that was sent to a sink, and whose title or time was changed since, or that was removed. */
type Outdated = MediaRow &
  Readonly<{
    id: string;
    watchedAt: number;
    /** Number of viewings of the title in the history. */
    others: number;
    /** 1: the viewing has been changed, not removed. */
    isChanged: 0 | 1;
  }>;

export type SinkCounts = Readonly<{
  waiting: number;
  sent: number;
  refused: number;
}>;

/** A delivery that takes longer was interrupted: its process has ended. */
const UNDER_WAY_MS = 120_000;
/** `outdated` finds only viewings of the last 60 days. */
const KEPT_MS = 60 * 86_400_000;

export function createRelayLedger(db: Database, { now }: Readonly<{ now: () => number }>) {
  return { ...ledgerReads(db, now), ...ledgerSteps(db, now) };
}

function ledgerReads(db: Database, now: () => number) {
  return {
    /** The oldest viewings that the sink does not have. */
    async missing(sink: Sink, limit: number): Promise<Relayed[]> {
      const under = now() - UNDER_WAY_MS;
      const rows = await db.all<Relayed>(MISSING, sink.id, ...rangeOf(sink), under, limit);
      return rows.map(withIds);
    },

    async outdated(sink: Sink, limit: number): Promise<Outdated[]> {
      const rows = await db.all<Outdated>(OUTDATED, sink.userId, sink.id, now() - KEPT_MS, limit);
      return rows.map(withIds);
    },

    /**
     * Whether another viewing of the title was sent to the sink since this time. An unanswered delivery
     * counts.
     */
    async wasSent({ userId, id }: Sink, { id: watchId, media }: Relayed, since: number): Promise<boolean> {
      return (await db.one(SENT_SINCE, userId, id, media, watchId, since)) !== undefined;
    },

    async counts(sink: Sink): Promise<SinkCounts> {
      const { userId, id } = sink;
      const rows = await db.all<{ state: string; n: number }>(STATES, userId, id);
      const of = (state: string) => rows.find((row) => row.state === state)?.n ?? 0;
      const waiting = await db.one<{ n: number }>(WAITING, id, ...rangeOf(sink));
      return { sent: of('sent'), refused: of('refused'), waiting: waiting?.n ?? 0 };
    },

    /** How many viewings `sendPast` would add. */
    async countPast(sink: Sink, { from, to }: { from: number; to: number }): Promise<number> {
      const values = rangeOf({ ...sink, since: Number.MAX_SAFE_INTEGER, pastFrom: from, pastTo: to });
      return (await db.one<{ n: number }>(WAITING, sink.id, ...values))?.n ?? 0;
    },
  };
}

/** The steps of the delivery of one viewing to a sink. */
function ledgerSteps(db: Database, now: () => number) {
  return {
    /** False: another process is sending the viewing. */
    async begin({ userId, id }: Sink, { id: watchId, media, watchedAt }: Relayed): Promise<boolean> {
      const at = now();
      return (await db.run(BEGIN, userId, id, watchId, media, watchedAt, at, at - UNDER_WAY_MS)) > 0;
    },

    async end(
      { userId, id }: Sink,
      watchId: string,
      end: { state: 'sent' | 'refused'; status: number },
    ): Promise<void> {
      await db.run(END, end.state, end.status, now(), userId, id, watchId);
    },

    /**
     * Makes a viewing due again, because the sink does not have it or has an old version. It is then sent
     * even if its new time is outside the range that is sent.
     */
    async reopen({ userId, id }: Sink, watchId: string): Promise<void> {
      await db.run(REOPEN, userId, id, watchId);
    },

    /** Forgets a viewing that the history no longer has. */
    async forget({ userId, id }: Sink, watchId: string): Promise<void> {
      await db.run(
        'DELETE FROM relay_ledger WHERE user_id = ? AND sink_id = ? AND watch_id = ?',
        userId,
        id,
        watchId,
      );
    },
  };
}

const PRODUCTS: Partial<Readonly<Record<SinkKind, string>>> = {
  trakt: 'Trakt',
  simkl: 'Simkl',
  anilist: 'AniList',
  mal: 'MyAnimeList',
};

/**
 * The import source (`imports.source`) of files and pulls from a sink's tracker: the sink already has their
 * viewings. For API v1 it contains the host, because a person may have several such trackers.
 */
export function sourceOf({ kind, address }: Pick<Sink, 'kind' | 'address'>): string {
  if (kind !== 'api-v1') return PRODUCTS[kind] ?? kind;
  return address === '' ? 'API v1' : `${new URL(address).host} (API v1)`;
}

/**
 * The import source of one of several accounts at the same tracker: it ends with the end of the sink's id.
 */
export function ownSourceOf(sink: Pick<Sink, 'kind' | 'address' | 'id'>): string {
  return `${sourceOf(sink)} ${sink.id.slice(-4)}`;
}

function rangeOf(sink: Sink) {
  const { userId, id, since, pastFrom, pastTo } = sink;
  const source = sourceOf(sink);
  return [userId, since, pastFrom ?? 0, pastTo ?? 0, source, `${source} %`, id] as const;
}

const endOf = (id: string) => `substr(${id}, length(${id}) - 3)`;

/**
 * The viewings that a sink is sent:
 * - those from `since` on, imported ones excluded;
 * - those of the requested past, imported ones included, but never those that come from this sink.
 *
 * A viewing from another account at the same tracker is sent only while that account's sink exists. A removed
 * sink may have been this account, which was added again.
 */
const GOES_OUT = `((w.watched_at >= ? AND w.import_id IS NULL)
    OR (w.watched_at >= ? AND w.watched_at < ? AND (w.import_id IS NULL OR NOT EXISTS (
      SELECT 1 FROM imports AS i WHERE i.user_id = w.user_id AND i.id = w.import_id
        AND (i.source = ? OR (i.source LIKE ? AND NOT EXISTS (
          SELECT 1 FROM relay_sinks AS s WHERE s.user_id = i.user_id AND s.id <> ?
            AND ${endOf('s.id')} = ${endOf('i.source')})))))))`;

const MISSING = `
  SELECT w.id, w.watched_at AS "watchedAt", w.duration, coalesce(l.attempts, 0) AS attempts,
    CASE WHEN w.import_id IS NULL THEN 0 ELSE 1 END AS "isImported", ${MEDIA_COLUMNS('w')}
  FROM watches AS w
  LEFT JOIN relay_ledger AS l ON l.user_id = w.user_id AND l.sink_id = ? AND l.watch_id = w.id
  ${TITLES_OF('w')}
  WHERE w.user_id = ? AND ((l.watch_id IS NULL AND ${GOES_OUT}) OR (l.state = 'sending' AND l.changed_at < ?))
  ORDER BY w.watched_at, w.id LIMIT ?`;

const SENT_SINCE = `SELECT 1 AS sent FROM relay_ledger
  WHERE user_id = ? AND sink_id = ? AND media = ? AND watch_id <> ? AND changed_at > ?
    AND (state = 'sent' OR (state = 'sending' AND attempts > 0)) LIMIT 1`;

const WAITING = `
  SELECT count(*) AS n FROM watches AS w
  LEFT JOIN relay_ledger AS l ON l.user_id = w.user_id AND l.sink_id = ? AND l.watch_id = w.id
  WHERE w.user_id = ? AND ((l.watch_id IS NULL AND ${GOES_OUT}) OR l.state = 'sending')`;

const OUTDATED = `
  SELECT l.watch_id AS id, l.media, NULL AS "episodeId", mt.title, mt.episode_title AS "episodeTitle",
    mt.year, l.watched_at AS "watchedAt", CASE WHEN w.id IS NULL THEN 0 ELSE 1 END AS "isChanged",
    (SELECT count(*) FROM watches AS o WHERE o.user_id = l.user_id AND o.media = l.media) AS others
  FROM relay_ledger AS l LEFT JOIN watches AS w ON w.user_id = l.user_id AND w.id = l.watch_id
  LEFT JOIN media_titles AS mt ON mt.media = l.media
  WHERE l.user_id = ? AND l.sink_id = ? AND l.state = 'sent' AND l.watched_at >= ?
    AND (w.id IS NULL OR w.media <> l.media OR w.watched_at <> l.watched_at)
  ORDER BY l.watched_at LIMIT ?`;

const BEGIN = `
  INSERT INTO relay_ledger (user_id, sink_id, watch_id, media, watched_at, state, attempts, changed_at)
  VALUES (?, ?, ?, ?, ?, 'sending', 1, ?)
  ON CONFLICT (user_id, sink_id, watch_id) DO UPDATE
  SET media = excluded.media, watched_at = excluded.watched_at,
    state = 'sending', attempts = relay_ledger.attempts + 1, changed_at = excluded.changed_at
  WHERE relay_ledger.state = 'sending' AND relay_ledger.changed_at < ?`;

const REOPEN = `UPDATE relay_ledger SET state = 'sending', attempts = 0, changed_at = 0
  WHERE user_id = ? AND sink_id = ? AND watch_id = ?`;

const END = `UPDATE relay_ledger SET state = ?, status = ?, changed_at = ?
  WHERE user_id = ? AND sink_id = ? AND watch_id = ?`;

/** Status 0: there was nothing to send, such as a film to a list of anime. */
const STATES = `SELECT state, count(*) AS n FROM relay_ledger
  WHERE user_id = ? AND sink_id = ? AND coalesce(status, 1) <> 0 GROUP BY state`;
