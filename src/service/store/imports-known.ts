const HOUR_MS = 3_600_000;

/**
 * How far apart two statements of one viewing can be. Clocks and the moment that counts differ between
 * products: 12 hours. A day without a time is taken at its noon; an evening that ends after midnight belongs
 * to it, so 18.
 */
const TIMED_MS = 12 * HOUR_MS;
const DAY_ONLY_MS = 18 * HOUR_MS;

/** How the viewing of a row is recognised, in the column `own_id`. */
export const knownBy = { time: 0, id: 1, title: 2, day: 3 } as const;

const DISTANCE = `CASE r.own_id WHEN ${knownBy.day} THEN ${DAY_ONLY_MS} ELSE ${TIMED_MS} END`;

/**
 * Whether the viewing of a row `r` of an import is in the history. One of our own export is known by its id,
 * one without a time of its own is the same as any of its title, and any other one the same as one of its
 * title that is near: by distance and not by the day, because a viewing just before midnight and one just
 * after it are one.
 */
export const IS_KNOWN = `EXISTS (
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id = ${knownBy.id} AND w.id = r.watch_id
  UNION ALL
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id IN (${knownBy.time}, ${knownBy.day})
    AND w.media = r.media AND w.gives_way IS NULL
    AND w.watched_at >= r.watched_at - ${DISTANCE} AND w.watched_at <= r.watched_at + ${DISTANCE}
    AND (w.import_id IS NULL OR w.import_id <> r.import_id)
  UNION ALL
  SELECT 1 FROM watches AS w WHERE w.user_id = r.user_id AND r.own_id = ${knownBy.title} AND w.media = r.media
    AND (w.import_id IS NULL OR w.import_id <> r.import_id))`;
