import type { Database } from './database';
import { findOrAddMedia, SERIES_OF_MEDIA, type MediaIds } from './media';
import { isWatched, nextStep } from './next-session';

/** A position in a film or episode; whole seconds. */
export interface Position {
  readonly progress: number;
  readonly duration: number;
}

export type Playback = ReturnType<typeof createPlayback>;

/** Playback updates. Each begins a session, moves the open one, or marks it as watched. */
export function createPlayback(db: Database, { now }: { now: () => number }) {
  return {
    /** Stores the update. `nextStep` describes the rules. */
    update(userId: number, ids: MediaIds, position: Position): void {
      db.transaction(() => {
        const mediaId = findOrAddMedia(db, ids);
        const latest = findLatestSession(db, userId, mediaId);
        const step = nextStep(latest, position);
        if (latest === undefined || step === 'begin') {
          beginSession(db, userId, mediaId, position, now());
          return;
        }
        moveSession(db, latest.id, position, now());
        if (step === 'watch') markWatched(db, latest.id, now());
      });
    },
  };
}

function findLatestSession(db: Database, userId: number, mediaId: number) {
  const row = db.one<{ id: number; watched: number; removed: number }>(
    `SELECT id, watched_at IS NOT NULL AS watched, removed_at IS NOT NULL AS removed FROM playback
     WHERE user_id = ? AND media_id = ? ORDER BY id DESC LIMIT 1`,
    userId,
    mediaId,
  );
  return row && { id: row.id, watched: row.watched === 1 || row.removed === 1 };
}

function beginSession(
  db: Database,
  userId: number,
  mediaId: number,
  { progress, duration }: Position,
  now: number,
): void {
  db.run(
    `INSERT INTO playback
       (user_id, media_id, series_id, progress, duration, started_at, updated_at, watched_at)
     VALUES (?, ?, (${SERIES_OF_MEDIA}), ?, ?, ?, ?, ?)`,
    userId,
    mediaId,
    mediaId,
    progress,
    duration,
    now,
    now,
    isWatched(progress, duration) ? now : null,
  );
}

function moveSession(db: Database, id: number, { progress, duration }: Position, now: number): void {
  db.run(
    'UPDATE playback SET progress = ?, duration = ?, updated_at = ? WHERE id = ?',
    progress,
    duration,
    now,
    id,
  );
}

function markWatched(db: Database, id: number, now: number): void {
  db.run('UPDATE playback SET watched_at = ? WHERE id = ?', now, id);
}
