import type { Database, Queries } from './engine/database';
import type { CreateId } from './ids';
import { MEDIA_COLUMNS, TITLES_OF, withIds, type MediaRow } from './media';

export const sinkKinds = ['jellyfin', 'ryot', 'api-v1', 'webhook'] as const;
export type SinkKind = (typeof sinkKinds)[number];

/**
 * Why nothing is sent. `unreachable`, `busy`, `failing`: it is tried again. `refused`: the key or the address
 * is not taken, so it waits for the person.
 */
export type SinkTrouble = 'unreachable' | 'busy' | 'failing' | 'refused';

/** Another tracker that a person's viewings are sent to. Address and secret are as good as a password. */
export interface Sink {
  readonly userId: string;
  readonly id: string;
  readonly kind: SinkKind;
  readonly address: string;
  /** Empty where the address is the secret. */
  readonly secret: string;
  /** Viewings from this time on, in milliseconds since 1970; 0 where the past was asked for. */
  readonly since: number;
  readonly takesPast: 0 | 1;
  readonly trouble: SinkTrouble | null;
  /** Failures in a row. */
  readonly failures: number;
  /** When it is looked at next; null: not before the person says so. */
  readonly nextAt: number | null;
}

/** A viewing that a sink does not have yet. */
export interface Relayed extends MediaRow {
  readonly id: string;
  readonly watchedAt: number;
  readonly duration: number;
  /** Times that it was begun to be sent. */
  readonly attempts: number;
}

/** What a sink was sent, and the history no longer has, or under another title. */
export interface Outdated extends MediaRow {
  readonly id: string;
  readonly watchedAt: number;
}

export interface SinkCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly refused: number;
}

/** A request that is under way for longer has ended with its process. */
const UNDER_WAY_MS = 120_000;
/** Viewings that one look takes. */
const PART = 20;
/** How far back a look searches for what was removed or corrected. */
const KEPT_MS = 60 * 86_400_000;

export type Relay = ReturnType<typeof createRelay>;

/**
 * The sinks of all people, and a ledger of what each was sent. What is due is the history minus the ledger,
 * so a process that was killed reads the same again, and nothing has to be noted where viewings are written.
 */
export function createRelay(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    ...sinkQueries(db, { now, createId }),
    ...ledgerReads(db, now),
    ...ledgerSteps(db, now),
  };
}

function sinkQueries(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    list: (userId: string): Promise<Sink[]> =>
      db.all<Sink>(`${SINKS} WHERE user_id = ? ORDER BY created_at, id`, userId),

    /** Sinks that are due, of all people. */
    due: (): Promise<Sink[]> => db.all<Sink>(`${SINKS} WHERE next_at <= ? ORDER BY next_at LIMIT 200`, now()),

    async add(userId: string, sink: Pick<Sink, 'kind' | 'address' | 'secret'>): Promise<string> {
      const id = createId();
      await db.run(ADD, userId, id, sink.kind, sink.address, sink.secret, now(), now(), now());
      return id;
    },

    async remove(userId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.run('DELETE FROM relay_ledger WHERE user_id = ? AND sink_id = ?', userId, id);
        await tx.run('DELETE FROM relay_sinks WHERE user_id = ? AND id = ?', userId, id);
      });
    },

    /**
     * Sends what was refused again, and begins at once. `past`: everything before the sink was added, too.
     */
    async sendAgain(userId: string, id: string, { past = false } = {}): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.run(FORGET_REFUSED, userId, id);
        if (past) await tx.run(TAKE_PAST, userId, id);
        await tx.run(WAKE, now(), userId, id);
      });
    },

    async note({ userId, id }: Sink, next: Pick<Sink, 'trouble' | 'failures' | 'nextAt'>): Promise<void> {
      await db.run(NOTE, next.trouble, next.failures, next.nextAt, userId, id);
    },

    counts: (sink: Sink): Promise<SinkCounts> => countOf(db, sink),
  };
}

function ledgerReads(db: Database, now: () => number) {
  return {
    /** The oldest viewings that the sink does not have. */
    async missing(sink: Sink): Promise<Relayed[]> {
      const rows = await db.all<Relayed>(
        MISSING,
        sink.id,
        sink.userId,
        sink.since,
        sink.takesPast,
        now() - UNDER_WAY_MS,
        PART,
      );
      return rows.map(withIds);
    },

    async outdated(sink: Sink): Promise<Outdated[]> {
      const rows = await db.all<Outdated>(OUTDATED, sink.userId, sink.id, now() - KEPT_MS, PART);
      return rows.map(withIds);
    },
  };
}

/** The steps of one viewing on its way to a sink. */
function ledgerSteps(db: Database, now: () => number) {
  return {
    /** False: another process sends it. */
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

    /** It was not sent, or the sink has it no longer: it is due again where the history has it. */
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

async function countOf(db: Queries, { userId, id, since, takesPast }: Sink): Promise<SinkCounts> {
  const rows = await db.all<{ state: string; n: number }>(STATES, userId, id);
  const of = (state: string) => rows.find((row) => row.state === state)?.n ?? 0;
  const all = await db.one<{ n: number }>(ALL, userId, since, takesPast);
  const [sent, refused] = [of('sent'), of('refused')];
  return { sent, refused, waiting: Math.max(0, (all?.n ?? 0) - sent - refused) };
}

const SINKS = `
  SELECT user_id AS "userId", id, kind, address, secret, since, takes_past AS "takesPast", trouble, failures,
    next_at AS "nextAt"
  FROM relay_sinks`;

const ADD = `
  INSERT INTO relay_sinks (user_id, id, kind, address, secret, since, takes_past, trouble, failures, next_at,
    created_at)
  VALUES (?, ?, ?, ?, ?, ?, 0, NULL, 0, ?, ?)`;

const FORGET_REFUSED = `DELETE FROM relay_ledger WHERE user_id = ? AND sink_id = ? AND state = 'refused'`;
const TAKE_PAST = 'UPDATE relay_sinks SET since = 0, takes_past = 1 WHERE user_id = ? AND id = ?';
const WAKE = 'UPDATE relay_sinks SET trouble = NULL, failures = 0, next_at = ? WHERE user_id = ? AND id = ?';
const NOTE = 'UPDATE relay_sinks SET trouble = ?, failures = ?, next_at = ? WHERE user_id = ? AND id = ?';

/** What an import has added came from another tracker: it goes out only where the past was asked for. */
const GOES_OUT = 'w.user_id = ? AND w.watched_at >= ? AND (w.import_id IS NULL OR ? = 1)';

const MISSING = `
  SELECT w.id, w.watched_at AS "watchedAt", w.duration, coalesce(l.attempts, 0) AS attempts,
    ${MEDIA_COLUMNS('w')}
  FROM watches AS w
  LEFT JOIN relay_ledger AS l ON l.user_id = w.user_id AND l.sink_id = ? AND l.watch_id = w.id
  ${TITLES_OF('w')}
  WHERE ${GOES_OUT} AND (l.watch_id IS NULL OR (l.state = 'sending' AND l.changed_at < ?))
  ORDER BY w.watched_at, w.id LIMIT ?`;

const OUTDATED = `
  SELECT l.watch_id AS id, l.media, NULL AS "episodeId", NULL AS title, NULL AS "episodeTitle", NULL AS year,
    l.watched_at AS "watchedAt"
  FROM relay_ledger AS l LEFT JOIN watches AS w ON w.user_id = l.user_id AND w.id = l.watch_id
  WHERE l.user_id = ? AND l.sink_id = ? AND l.state = 'sent' AND l.watched_at >= ?
    AND (w.id IS NULL OR w.media <> l.media)
  ORDER BY l.watched_at LIMIT ?`;

const BEGIN = `
  INSERT INTO relay_ledger (user_id, sink_id, watch_id, media, watched_at, state, attempts, changed_at)
  VALUES (?, ?, ?, ?, ?, 'sending', 1, ?)
  ON CONFLICT (user_id, sink_id, watch_id) DO UPDATE
  SET media = excluded.media, watched_at = excluded.watched_at,
    state = 'sending', attempts = relay_ledger.attempts + 1, changed_at = excluded.changed_at
  WHERE relay_ledger.state = 'sending' AND relay_ledger.changed_at < ?`;

const END = `UPDATE relay_ledger SET state = ?, status = ?, changed_at = ?
  WHERE user_id = ? AND sink_id = ? AND watch_id = ?`;

const STATES = `
  SELECT state, count(*) AS n FROM relay_ledger WHERE user_id = ? AND sink_id = ? GROUP BY state`;
const ALL = `SELECT count(*) AS n FROM watches AS w WHERE ${GOES_OUT}`;
