import { COUNT_DAYS } from './count-days';

/**
 * What a person has watched by day and by year, what each work is called, and what was removed or dropped.
 * `watches.day`: the day in the person's zone with which a viewing is counted; NULL: it is not counted.
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
