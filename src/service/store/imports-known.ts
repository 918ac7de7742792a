/**
 * Whether the viewing of a row `r` of an import is in the history. One of our own export is known by its id.
 * Any other one is the same as one of that title on that day: files state days, or times of other clocks. One
 * without a time of its own (2) is the same as any of that title.
 */
export const IS_KNOWN = `EXISTS (
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id = 1 AND w.id = r.watch_id
  UNION ALL
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id = 0 AND w.media = r.media
    AND w.watched_at >= r.watched_at - r.watched_at % 86400000
    AND w.watched_at < r.watched_at - r.watched_at % 86400000 + 86400000 AND w.gives_way IS NULL
    AND (w.import_id IS NULL OR w.import_id <> r.import_id)
  UNION ALL
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id = 2 AND w.media = r.media
    AND (w.import_id IS NULL OR w.import_id <> r.import_id))`;
