import { mediaKey, type MediaIds } from '../../core/library/media-key';
import { EVENING_MS, isWatched, type Position } from '../../core/library/next-session';
import {
  applyUpdate,
  begin,
  findSession,
  type PositionUpdate,
  type UpdateOptions,
  discardSession,
} from './apply-update';
import { noteChange } from './changes';
import { applyUpdates } from './apply-updates';
import { UnavailableError, type Database, type Queries, type Transaction } from './engine/database';
import { createGather } from './engine/write-groups';
import { moveOn } from './move-sessions';
import { findMedia } from './person-media';
import { putViewing } from './viewings';

export type PlaybackStore = ReturnType<typeof createPlayback>;

/** Playback updates. Each begins a session, moves the open one, or marks it as watched. */
export function createPlayback(db: Database, options: UpdateOptions) {
  const storeSoon = groupUpdates(db, options);
  return {
    /** Stores the update. `nextStep` describes the rules. */
    update: (userId: string, ids: MediaIds, position: Position, how: Told = {}): Promise<void> =>
      storeUpdate(db, { userId, ids, position, ...how }, { ...options, storeSoon }),

    /**
     * A player has begun a title. After an earlier viewing this begins a rewatch, because a first position in
     * the second half would count as the earlier viewing. False: the title was not watched before.
     */
    beginAgain: (userId: string, ids: MediaIds, { duration }: Position): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const update = { userId, ids, position: { progress: 0, duration } };
        const latest = await findSession(tx, update, await findMedia(tx, userId, ids));
        if (latest === undefined || latest.watchedAt === null) return false;
        await applyUpdate(tx, update, options);
        return true;
      }),

    /** Begins a session if the title has none. False: it has one, or was watched. */
    beginUnlessBegun: (userId: string, ids: MediaIds, position: Position): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const media = await findMedia(tx, userId, ids);
        const session = { userId, ids, position, media, id: options.createId(), at: options.now() };
        return begin(tx, session, undefined);
      }),

    /** Deletes the open session of a title. False: there is none. */
    discard: (userId: string, ids: MediaIds): Promise<boolean> =>
      db.personTransaction(userId, (tx) => discardSession(tx, userId, ids, options.now())),
  };
}

type Told = Readonly<{
  /** A media server has reported the end of playback, perhaps without an earlier report. */
  isEnd?: boolean;
  /** Seconds that the update has waited. From `LATE_SECONDS` on, it is stored with its own time. */
  age?: number;
}>;

async function storeUpdate(
  db: Database,
  { age = 0, ...update }: PositionUpdate & Told,
  {
    storeSoon,
    ...options
  }: UpdateOptions & Readonly<{ storeSoon: (update: PositionUpdate) => Promise<void> }>,
): Promise<void> {
  const now = options.now();
  if (age >= LATE_SECONDS && age <= YEAR_SECONDS) {
    const late = { ...update, at: now - age * 1_000 };
    await db.personTransaction(update.userId, (tx) => applyLate(tx, late, options));
  } else if (update.isEnd)
    await db.personTransaction(update.userId, (tx) => applyUpdate(tx, update, options));
  else await storeSoon(update);
}

/** A younger update is stored with the current time, so that `groupUpdates` can store it. */
const LATE_SECONDS = 60;
/** An older update comes from a wrong clock, and is stored with the current time. */
const YEAR_SECONDS = 366 * 86_400;

type WaitingUpdate = Readonly<{
  update: PositionUpdate;
  resolve: () => void;
  reject: (error: unknown) => void;
}>;

/** Updates per group: few enough not to delay other requests. */
const MOST = 250;
/** Maximum queued updates per person; more are refused. */
const LONGEST_LINE = 500;

/**
 * Stores concurrent updates in groups, because at a premiere everybody begins at once. Each is answered after
 * the commit of its group. An update that a group leaves over goes to its person's queue. Later updates of
 * this person join the queue: a group would find the person locked and leave them over again.
 */
function groupUpdates(db: Database, options: UpdateOptions): (update: PositionUpdate) => Promise<void> {
  const lines = new Map<string, WaitingUpdate[]>();
  const storeLine = async (job: WaitingUpdate): Promise<void> => {
    const line = [job];
    lines.set(job.update.userId, line);
    while (line.length > 0) await storeInOrder(db, line.splice(0, MOST), options);
    lines.delete(job.update.userId);
  };
  const add = createGather<WaitingUpdate>(
    db.schedule,
    async (jobs) => {
      const free = lines.size === 0 ? jobs : jobs.filter((job) => !joinLine(lines, job));
      // A single update may wait for its person's lock, because it delays nobody else.
      const left = free.length > 1 ? await storeGroup(db, free, options) : free;
      for (const job of left) if (lines.size === 0 || !joinLine(lines, job)) void storeLine(job);
    },
    MOST,
  );
  return (update) => new Promise((resolve, reject) => add({ update, resolve, reject }));
}

/** Adds an update to its person's queue, or refuses it if the queue is full. False: there is no queue. */
function joinLine(lines: ReadonlyMap<string, WaitingUpdate[]>, job: WaitingUpdate): boolean {
  const line = lines.get(job.update.userId);
  if (line === undefined) return false;
  if (line.length < LONGEST_LINE) line.push(job);
  else job.reject(new UnavailableError('too much waits to be stored'));
  return true;
}

/** The first update of each title of a person. */
function firstOf(updates: PositionUpdate[]): PositionUpdate[] {
  const first = new Map<string, PositionUpdate>();
  for (const update of updates) {
    const key = `${update.userId} ${mediaKey(update.ids)}`;
    if (!first.has(key)) first.set(key, update);
  }
  return [...first.values()];
}

/** Answers the updates that it has stored, and returns the others. */
async function storeGroup(
  db: Database,
  jobs: WaitingUpdate[],
  options: UpdateOptions,
): Promise<WaitingUpdate[]> {
  try {
    const updates = jobs.map(({ update }) => update);
    const stored = await storeTogether(db, updates, options);
    for (const { update, resolve } of jobs) if (stored.has(update)) resolve();
    return jobs.filter(({ update }) => !stored.has(update));
  } catch (error) {
    // An update cannot be stored, so each is tried alone.
    if (!(error instanceof UnavailableError)) return jobs;
    for (const { reject } of jobs) reject(error);
    return [];
  }
}

/** Stores the first update of each title, and returns those that are stored. */
async function storeTogether(
  db: Database,
  updates: PositionUpdate[],
  options: UpdateOptions,
): Promise<ReadonlySet<PositionUpdate>> {
  const first = firstOf(updates);
  const left = new Set(await db.transaction((tx) => applyUpdates(tx, first, options)));
  return new Set(first.filter((update) => !left.has(update)));
}

/** Stores updates of one person: the first of each title together, then the others one after the other. */
async function applyInOrder(
  tx: Transaction,
  updates: PositionUpdate[],
  options: UpdateOptions,
): Promise<void> {
  const first = firstOf(updates);
  const left = new Set(first.length > 1 ? await applyUpdates(tx, first, options) : first);
  const stored = new Set(first.filter((update) => !left.has(update)));
  for (const update of updates) if (!stored.has(update)) await applyUpdate(tx, update, options);
}

/** Stores updates of one person together, or one by one if that fails, and answers them. */
async function storeInOrder(db: Database, jobs: WaitingUpdate[], options: UpdateOptions): Promise<void> {
  const updates = jobs.map(({ update }) => update);
  const [earliest] = updates;
  if (earliest === undefined) return;
  try {
    const isMoved = updates.length === 1 && (await moveOn(db, earliest, options.now()));
    if (!isMoved) await db.personTransaction(earliest.userId, (tx) => applyInOrder(tx, updates, options));
    for (const { resolve } of jobs) resolve();
  } catch (error) {
    if (error instanceof UnavailableError || jobs.length === 1) for (const { reject } of jobs) reject(error);
    else for (const job of jobs) await storeInOrder(db, [job], options);
  }
}

/**
 * Stores a delayed update at its own time. If another player has reported the title since, its position
 * stays, and only a viewing that is not known yet is added.
 */
async function applyLate(tx: Transaction, update: Late, options: UpdateOptions): Promise<void> {
  const { userId, ids, position, at } = update;
  const media = await findMedia(tx, userId, ids);
  const latest = await findSession(tx, update, media);
  if (latest === undefined || latest.updatedAt <= at) await applyUpdate(tx, update, options);
  else if (isWatched(position.progress, position.duration) && !(await isWatchedAt(tx, update, media)))
    await putViewing(tx, userId, options.createId(), {
      ids,
      position,
      startedAt: at - position.progress * 1_000,
      watchedAt: at,
    });
  // Clients that keep a copy ask for changes by time, so the change is noted for now and not for `at`.
  for (const area of ['history', 'scrobbles'] as const) await noteChange(tx, userId, area, options.now());
}

type Late = PositionUpdate & Readonly<{ at: number }>;

/**
 * Whether the history has a viewing of the same evening, within 12 hours. A viewing that began after the
 * update and played more than half of the title is another one.
 */
async function isWatchedAt(tx: Queries, { userId, position, at }: Late, media: string): Promise<boolean> {
  const known = await tx.one(
    `SELECT 1 FROM watches WHERE user_id = ? AND media = ? AND watched_at > ? AND watched_at < ?
       AND NOT (started_at > ? AND watched_at - started_at > ?) LIMIT 1`,
    userId,
    media,
    at - EVENING_MS,
    at + EVENING_MS,
    at,
    position.duration * 500,
  );
  return known !== undefined;
}
