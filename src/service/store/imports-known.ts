const HOUR_MS = 3_600_000;

/**
 * Maximum distance between two reports of one viewing. Products differ in clocks and in the moment that they
 * report: 12 hours. A day without a time counts as its noon; an evening that ends after midnight belongs to
 * it: 18 hours.
 */
const TIMED_MS = 12 * HOUR_MS;
const DAY_ONLY_MS = 18 * HOUR_MS;

/** How the viewing of a row is recognised; stored in the column `own_id`. */
export const knownBy = { time: 0, id: 1, title: 2, day: 3 } as const;

const DISTANCE = `CASE r.own_id WHEN ${knownBy.day} THEN ${DAY_ONLY_MS} ELSE ${TIMED_MS} END`;

/**
 * Whether the viewing of a row `r` of an import is in the history. A viewing from our own export is
 * recognised by its id. One without a time equals any viewing of its title. Any other equals a viewing of its
 * title near in time. The distance counts and not the day, because reports just before and after midnight are
 * one viewing.
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
