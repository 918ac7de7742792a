/** Trackers that receive viewings, and what was sent to each. */
export const relayMigration = `
  CREATE TABLE relay_sinks (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    secret TEXT NOT NULL,
    since BIGINT NOT NULL,
    takes_past INTEGER NOT NULL,
    trouble TEXT,
    failures INTEGER NOT NULL,
    next_at BIGINT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX relay_sinks_by_time ON relay_sinks (next_at);
  CREATE TABLE relay_ledger (
    user_id TEXT NOT NULL,
    sink_id TEXT NOT NULL,
    watch_id TEXT NOT NULL,
    media TEXT NOT NULL,
    watched_at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'refused')),
    attempts INTEGER NOT NULL,
    changed_at BIGINT NOT NULL,
    status INTEGER,
    PRIMARY KEY (user_id, sink_id, watch_id)
  );
  CREATE INDEX relay_ledger_by_time ON relay_ledger (user_id, sink_id, watched_at);
`;

/** Of a sink: the requested range of the past, its ratings, and the playback that it was told. */
export const relayAccountsMigration = `
  ALTER TABLE relay_sinks ADD COLUMN past_from BIGINT;
  ALTER TABLE relay_sinks ADD COLUMN past_to BIGINT;
  UPDATE relay_sinks SET past_from = 0, past_to = created_at, since = created_at WHERE takes_past = 1;
  ALTER TABLE relay_sinks DROP COLUMN takes_past;
  CREATE TABLE relay_ratings (
    user_id TEXT NOT NULL,
    sink_id TEXT NOT NULL,
    media TEXT NOT NULL,
    halves INTEGER NOT NULL,
    status INTEGER NOT NULL,
    PRIMARY KEY (user_id, sink_id, media)
  );
  CREATE TABLE relay_live (
    user_id TEXT NOT NULL,
    sink_id TEXT NOT NULL,
    media TEXT NOT NULL,
    progress BIGINT NOT NULL,
    duration BIGINT NOT NULL,
    PRIMARY KEY (user_id, sink_id)
  );
`;

/**
 * Pulls from another tracker: the time of the next one (absent: never), the cursor, the import in progress,
 * and the viewings that were taken or sent, so that none arrives twice.
 */
export const relayPullMigration = `
  ALTER TABLE relay_sinks ADD COLUMN pull_at BIGINT;
  ALTER TABLE relay_sinks ADD COLUMN pull_cursor TEXT;
  ALTER TABLE relay_sinks ADD COLUMN pull_import TEXT;
  ALTER TABLE relay_sinks ADD COLUMN pulled_at BIGINT;
  ALTER TABLE relay_sinks ADD COLUMN pull_trouble TEXT;
  ALTER TABLE relay_sinks ADD COLUMN pull_failures INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE relay_taken (
    user_id TEXT NOT NULL,
    sink_id TEXT NOT NULL,
    title TEXT NOT NULL,
    watched_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, sink_id, title, watched_at)
  );
`;
