/** Files that a person brings, their rows before they are stored, and what came of them. */
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

/** Names of imported files, of titles that the catalogue has not named. `names`: for the search. */
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
 * Rows of a file that are no viewings. `part`: what the person keeps that it belongs to, such as the
 * watchlist. `kept`: 0: it is to be added, 1: the import has added it, 2: it was there. Of viewings:
 * `updated_at`, and `gives_way` as in `watches`; of ratings: `review`.
 */
export const keptRowsMigration = `
  ALTER TABLE import_rows ADD COLUMN part TEXT;
  ALTER TABLE import_rows ADD COLUMN kept INTEGER;
  ALTER TABLE import_rows ADD COLUMN updated_at BIGINT;
  ALTER TABLE import_rows ADD COLUMN gives_way INTEGER;
  ALTER TABLE import_rows ADD COLUMN review TEXT;
  `;
