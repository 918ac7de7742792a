/** The year of `day`, days since 1970-01-01, in the calendar of the Gregorian reform; whole numbers only. */
const YEAR_OF_DAY = `
  SELECT user_id, show_id, media, duration, (z - 146097 * (z / 146097)) AS d, 400 * (z / 146097) AS y
  FROM (SELECT user_id, show_id, media, duration, day + 719468 AS z FROM watches) AS counted`;

const YEARS = `
  SELECT user_id, show_id, media, duration,
    y + n + CASE WHEN d - (365 * n + n / 4 - n / 100) >= 306 THEN 1 ELSE 0 END AS year
  FROM (SELECT user_id, show_id, media, duration, d, y,
    (d - d / 1460 + d / 36524 - d / 146096) / 365 AS n FROM (${YEAR_OF_DAY}) AS eras) AS years`;

/** The work of a row: `movie:348`, `show:1396`; the episode itself if its series is unknown. */
const WORK = `CASE WHEN show_id IS NOT NULL THEN 'show:' || show_id ELSE media END`;

/** Fills the sums of all viewings with days in UTC, the default time zone. */
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

/**
 * Sums by day and year, names of works, and removed viewings and dropped series. `watches.day`: the day in
 * the person's zone with which a viewing is counted; NULL: it is not counted.
 */
export const daysMigration = `
  ALTER TABLE users ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
  ALTER TABLE users ADD COLUMN language TEXT;
  ALTER TABLE users ADD COLUMN rezoned TEXT;
  ALTER TABLE watches ADD COLUMN day INTEGER;
  CREATE INDEX watches_films ON watches (user_id, watched_at, id) WHERE show_id IS NULL;
  CREATE TABLE days (
    user_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    films BIGINT NOT NULL,
    episodes BIGINT NOT NULL,
    seconds BIGINT NOT NULL,
    PRIMARY KEY (user_id, day)
  );
  CREATE TABLE work_years (
    user_id TEXT NOT NULL,
    year INTEGER NOT NULL,
    work TEXT NOT NULL,
    watches BIGINT NOT NULL,
    seconds BIGINT NOT NULL,
    PRIMARY KEY (user_id, year, work)
  );
  CREATE INDEX work_years_top ON work_years (user_id, year, seconds, work);
  CREATE TABLE work_names (work TEXT PRIMARY KEY, names TEXT NOT NULL);
  CREATE TABLE removed_watches (
    user_id TEXT NOT NULL,
    removal TEXT NOT NULL,
    id TEXT NOT NULL,
    media TEXT NOT NULL,
    episode_id BIGINT,
    show_id BIGINT,
    progress BIGINT NOT NULL,
    duration BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    watched_at BIGINT NOT NULL,
    import_id TEXT,
    removed_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, removal, id)
  );
  CREATE INDEX removed_watches_by_time ON removed_watches (user_id, removed_at);
  CREATE TABLE dropped_shows (
    user_id TEXT NOT NULL,
    show_id BIGINT NOT NULL,
    dropped_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, show_id)
  );
  ${COUNT_DAYS}
  `;
