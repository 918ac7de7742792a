/** Imported files, their rows before they are stored, and the results. */
export const importsMigration = `
  CREATE TABLE imports (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    source TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('reading', 'preview', 'storing', 'stored', 'undoing')),
    rows INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    added INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
  );
  CREATE TABLE import_rows (
    user_id TEXT NOT NULL,
    import_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'unclear', 'ready', 'left')),
    question TEXT NOT NULL,
    row TEXT NOT NULL,
    watch_id TEXT,
    own_id INTEGER NOT NULL,
    media TEXT,
    episode_id BIGINT,
    show_id BIGINT,
    progress BIGINT NOT NULL,
    duration BIGINT NOT NULL,
    started_at BIGINT,
    watched_at BIGINT,
    halves INTEGER,
    rated_at BIGINT,
    PRIMARY KEY (user_id, import_id, n)
  );
  CREATE INDEX import_rows_by_question ON import_rows (user_id, import_id, state, question);
  ALTER TABLE watches ADD COLUMN import_id TEXT;
  CREATE INDEX watches_by_import ON watches (user_id, import_id) WHERE import_id IS NOT NULL;
  ALTER TABLE ratings ADD COLUMN import_id TEXT;
  `;

/**
 * Names from imported files, for titles that the catalogue has not named. `names`: the title for the search.
 */
export const importedTitlesMigration = `
  CREATE TABLE imported_titles (
    user_id TEXT NOT NULL,
    media TEXT NOT NULL,
    work TEXT NOT NULL,
    title TEXT NOT NULL,
    episode_title TEXT,
    year INTEGER,
    names TEXT NOT NULL,
    import_id TEXT NOT NULL,
    PRIMARY KEY (user_id, media)
  );
  CREATE INDEX imported_titles_by_work ON imported_titles (user_id, work);
  `;

/**
 * Rows of a file that are neither viewings nor ratings, and further columns of those:
 * - `part`: where the row belongs, such as the watchlist; NULL for viewings and ratings.
 * - `kept`: 0: to be added, 1: added by the import, 2: existed before.
 * - `updated_at` and `gives_way` of a viewing, as in `watches`.
 * - `review` of a rating.
 */
export const keptRowsMigration = `
  ALTER TABLE import_rows ADD COLUMN part TEXT;
  ALTER TABLE import_rows ADD COLUMN kept INTEGER;
  ALTER TABLE import_rows ADD COLUMN updated_at BIGINT;
  ALTER TABLE import_rows ADD COLUMN gives_way INTEGER;
  ALTER TABLE import_rows ADD COLUMN review TEXT;
  `;

/**
 * `gives_way`: 1 for a viewing that Letterboxd states without a date. An import that states the date replaces
 * it; undoing that import brings it back.
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

/**
 * Tables for the search by name:
 * - `word_grams`: every two or three neighbouring characters of a word, with the words that contain them.
 * - `name_words`: every word, with the works that have it in one of their names.
 * - `unnamed_works`: works that a person has watched and for which neither the catalogue nor an import of
 *   that person has a name.
 *
 * The first two are shared by all people. `work_names.indexed`: 0 until the words of the row are in both.
 */
export const nameWordsMigration = `
  CREATE TABLE word_grams (gram TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (gram, word));
  CREATE TABLE name_words (word TEXT NOT NULL, work TEXT NOT NULL, PRIMARY KEY (word, work));
  ALTER TABLE work_names ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX work_names_unindexed ON work_names (work) WHERE indexed = 0;
  CREATE INDEX work_years_by_work ON work_years (user_id, work, year);
  CREATE TABLE unnamed_works (
    user_id TEXT NOT NULL,
    work TEXT NOT NULL,
    PRIMARY KEY (user_id, work)
  );
  CREATE INDEX unnamed_works_by_work ON unnamed_works (work);
  INSERT INTO unnamed_works (user_id, work)
  SELECT DISTINCT w.user_id, w.work FROM work_years AS w
  WHERE NOT EXISTS (SELECT 1 FROM work_names AS k WHERE k.work = w.work)
    AND NOT EXISTS (SELECT 1 FROM imported_titles AS i WHERE i.user_id = w.user_id AND i.work = w.work);
  `;

/**
 * Splits `watches.day` (days since 1970-01-01) with integer arithmetic: `y` is the first year of its 400-year
 * Gregorian cycle, `d` the day within the cycle. Cycles and years begin on 1 March, after the leap day.
 */
const YEAR_OF_DAY = `
  SELECT user_id, show_id, media, duration, (z - 146097 * (z / 146097)) AS d, 400 * (z / 146097) AS y
  FROM (SELECT user_id, show_id, media, duration, day + 719468 AS z FROM watches) AS counted`;

/** The calendar year of each viewing. January and February (day 306 on) belong to the next calendar year. */
const YEARS = `
  SELECT user_id, show_id, media, duration,
    y + n + CASE WHEN d - (365 * n + n / 4 - n / 100) >= 306 THEN 1 ELSE 0 END AS year
  FROM (SELECT user_id, show_id, media, duration, d, y,
    (d - d / 1460 + d / 36524 - d / 146096) / 365 AS n FROM (${YEAR_OF_DAY}) AS eras) AS years`;

/** The work of a row: `movie:348`, `show:1396`; the episode itself if its series is unknown. */
const WORK = `CASE WHEN show_id IS NOT NULL THEN 'show:' || show_id ELSE media END`;

/** Counts all viewings by day and year in UTC, the default time zone, and fills the names of works. */
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
 * Sums by day and year, names of works, removed viewings, and dropped series.
 * - `watches.day`: the day in the person's time zone that counts the viewing; NULL: it is not counted yet.
 * - `users.rezoned`: how far the recount after a change of the time zone has come; NULL: none is running.
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
