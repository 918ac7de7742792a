/** The year of `day`, days since 1970-01-01, in the calendar of the Gregorian reform; whole numbers only. */
const YEAR_OF_DAY = `
  SELECT user_id, show_id, media, duration, (z - 146097 * (z / 146097)) AS d, 400 * (z / 146097) AS y
  FROM (SELECT user_id, show_id, media, duration, day + 719468 AS z FROM watches) AS counted`;

const YEARS = `
  SELECT user_id, show_id, media, duration,
    y + n + CASE WHEN d - (365 * n + n / 4 - n / 100) >= 306 THEN 1 ELSE 0 END AS year
  FROM (SELECT user_id, show_id, media, duration, d, y,
    (d - d / 1460 + d / 36524 - d / 146096) / 365 AS n FROM (${YEAR_OF_DAY}) AS eras) AS years`;

/** The work of a row: `movie:348`, `show:1396`; nothing for an episode whose series is not known. */
const WORK = `CASE WHEN show_id IS NOT NULL THEN 'show:' || show_id ELSE media END`;

/** Fills the sums of all viewings, with days in UTC: the zone of everybody who has not chosen one. */
export const COUNT_DAYS = `
  UPDATE watches SET day = watched_at / 86400000;
  INSERT INTO days (user_id, day, films, episodes, seconds)
  SELECT user_id, day, sum(CASE WHEN media LIKE 'movie:%' THEN 1 ELSE 0 END),
    sum(CASE WHEN media LIKE 'movie:%' THEN 0 ELSE 1 END), sum(duration)
  FROM watches GROUP BY user_id, day;
  INSERT INTO work_years (user_id, year, work, watches, seconds)
  SELECT user_id, year, work, count(*), sum(duration)
  FROM (SELECT user_id, year, duration, ${WORK} AS work FROM (${YEARS}) AS dated
    WHERE show_id IS NOT NULL OR media LIKE 'movie:%') AS works GROUP BY user_id, year, work;
  INSERT INTO work_names (work, names)
  SELECT media, lower(title) FROM media_titles WHERE media LIKE 'movie:%';
  INSERT INTO work_names (work, names)
  SELECT 'show:' || show_id, lower(max(title)) FROM watches JOIN media_titles
    ON media_titles.media = watches.media WHERE show_id IS NOT NULL GROUP BY show_id;
`;
