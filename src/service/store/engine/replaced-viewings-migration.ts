/**
 * `gives_way`: 1 for a viewing of a film of which Letterboxd says only that it was watched: it goes when a
 * file states when that was, and comes back when that import is undone.
 */
export const replacedViewingsMigration = `
  ALTER TABLE watches ADD COLUMN gives_way INTEGER;
  ALTER TABLE removed_watches ADD COLUMN gives_way INTEGER;
  UPDATE watches SET gives_way = 1 WHERE import_id IS NOT NULL AND (user_id, id) IN (
    SELECT r.user_id, r.watch_id FROM import_rows AS r
    JOIN imports AS i ON i.user_id = r.user_id AND i.id = r.import_id
    WHERE i.source = 'Letterboxd' AND r.own_id = 2 AND r.state = 'ready' AND r.watch_id IS NOT NULL);
  CREATE INDEX watches_giving_way ON watches (user_id, media) WHERE gives_way = 1;
  `;
