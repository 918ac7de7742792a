/**
 * Of a sink: the range of the past that was asked for, the ratings that it has, and what it was told to be
 * playing.
 */
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
