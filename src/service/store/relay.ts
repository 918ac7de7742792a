import type { Seal } from '../secrets/secret';
import type { Database, Queries } from './engine/database';
import type { CreateId } from './ids';
import { createRelayLedger } from './relay-ledger';
import { createRelayPulls, createRelayRatings } from './relay-pulls';
import type { NewSink, Sink } from './sink';

export type RelayTools = Readonly<{
  now: () => number;
  createId: CreateId;
  /** The seal of addresses and secrets. */
  seal: () => Promise<Seal>;
}>;

/**
 * The sinks of all people, and a ledger of what each was sent. What is due is the history minus the ledger. A
 * restarted process computes the same, and writing a viewing needs no extra note.
 */
export function createRelay(db: Database, tools: RelayTools) {
  return {
    ...sinkReads(db, tools),
    ...sinkChanges(db, tools),
    ...sinkTimes(db, tools),
    ...createRelayLedger(db, tools),
    ...createRelayRatings(db),
    ...createRelayPulls(db, tools),
  };
}

function sinkReads(db: Database, { now, seal }: RelayTools) {
  const openAll = async (rows: Sink[]): Promise<Sink[]> => {
    if (rows.length === 0) return [];
    const opened = await seal();
    return rows.map((sink) => openSink(opened, sink));
  };
  return {
    list: async (userId: string): Promise<Sink[]> =>
      openAll(await db.all<Sink>(`${SINKS} WHERE user_id = ? ORDER BY created_at, id`, userId)),

    /** Sinks that are due, of all people. */
    due: async (): Promise<Sink[]> =>
      openAll(await db.all<Sink>(`${SINKS} WHERE next_at <= ? ORDER BY next_at LIMIT 200`, now())),
  };
}

function openSink(seal: Seal, sink: Sink): Sink {
  const address = seal.open(sink.address, placeOf(sink));
  const secret = seal.open(sink.secret, placeOf(sink));
  if (address !== undefined && secret !== undefined) return { ...sink, address, secret };
  return { ...sink, address: '', secret: '', trouble: 'unreadable' };
}

const placeOf = ({ userId, id }: Pick<Sink, 'userId' | 'id'>) => `${userId}/${id}`;

function sinkChanges(db: Database, { now, createId, seal }: RelayTools) {
  return {
    async add(userId: string, { kind, address, secret, trouble = null }: NewSink): Promise<string> {
      const id = createId();
      const sealed = await seal();
      const hide = (text: string) => sealed.seal(text, placeOf({ userId, id }));
      const at = now();
      await db.run(ADD, userId, id, kind, hide(address), hide(secret), at, trouble, at, at);
      return id;
    },

    /** Stores a new secret that the sink has issued, such as the next token. */
    async saveSecret(sink: Sink, secret: string): Promise<void> {
      const sealed = (await seal()).seal(secret, placeOf(sink));
      await db.run(
        'UPDATE relay_sinks SET secret = ? WHERE user_id = ? AND id = ?',
        sealed,
        sink.userId,
        sink.id,
      );
    },

    async remove(userId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        for (const table of ['relay_ledger', 'relay_ratings', 'relay_live', 'relay_taken'])
          await tx.run(`DELETE FROM ${table} WHERE user_id = ? AND sink_id = ?`, userId, id);
        await tx.run('DELETE FROM relay_sinks WHERE user_id = ? AND id = ?', userId, id);
      });
    },
  };
}

/** When the relay looks at a sink, and how far back it sends. */
function sinkTimes(db: Database, { now }: Pick<RelayTools, 'now'>) {
  return {
    /** Retries refused deliveries at once. */
    async sendAgain(userId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        await reopenRefused(tx, userId, id);
        await tx.run(WAKE, now(), userId, id);
      });
    },

    /** Also sends the past in this range, instead of the previous range; `undefined`: none. */
    async sendPast(
      userId: string,
      id: string,
      range: Readonly<{ from: number; to: number }> | undefined,
    ): Promise<void> {
      await db.run(TAKE_PAST, range?.from ?? null, range?.to ?? null, now(), userId, id);
    },

    async note({ userId, id }: Sink, next: Pick<Sink, 'trouble' | 'failures' | 'nextAt'>): Promise<void> {
      await db.run(NOTE, next.trouble, next.failures, next.nextAt, userId, id);
    },

    /** Claims the sink until this time. False: another process has claimed it. */
    claim: async ({ userId, id, nextAt }: Sink, until: number): Promise<boolean> =>
      (await db.run(CLAIM, until, userId, id, nextAt)) > 0,
  };
}

async function reopenRefused(tx: Queries, userId: string, id: string): Promise<void> {
  await tx.run(
    `UPDATE relay_ledger SET state = 'sending', attempts = 0, changed_at = 0
     WHERE user_id = ? AND sink_id = ? AND state = 'refused'`,
    userId,
    id,
  );
  await tx.run('DELETE FROM relay_ratings WHERE user_id = ? AND sink_id = ? AND status >= 400', userId, id);
}

const SINKS = `
  SELECT user_id AS "userId", id, kind, address, secret, since, past_from AS "pastFrom", past_to AS "pastTo",
    trouble, failures, next_at AS "nextAt", pull_at AS "pullAt", pull_cursor AS "pullCursor",
    pull_import AS "pullImport", pulled_at AS "pulledAt", pull_trouble AS "pullTrouble",
    pull_failures AS "pullFailures"
  FROM relay_sinks`;

const ADD = `
  INSERT INTO relay_sinks (user_id, id, kind, address, secret, since, trouble, failures, next_at, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`;

/** Makes the sink due, unless it has trouble, such as a consent that it still waits for. */
const TAKE_PAST = `UPDATE relay_sinks SET past_from = ?, past_to = ?,
  next_at = CASE WHEN trouble IS NULL THEN ? ELSE next_at END WHERE user_id = ? AND id = ?`;
const WAKE = `UPDATE relay_sinks SET trouble = NULL, failures = 0, next_at = ?
  WHERE user_id = ? AND id = ? AND coalesce(trouble, '') <> 'connecting'`;
const NOTE = 'UPDATE relay_sinks SET trouble = ?, failures = ?, next_at = ? WHERE user_id = ? AND id = ?';
const CLAIM = 'UPDATE relay_sinks SET next_at = ? WHERE user_id = ? AND id = ? AND next_at = ?';
