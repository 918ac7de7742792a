/**
 * The tables of version 0.1, which knew SQLite only; `user_version` counts these steps. They bring an old
 * file to their last form, from which `moveVersion01` takes the data into the tables of `schema.ts`.
 */
export const version01: readonly string[] = [
  `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    password TEXT,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE logins (
    hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id),
    expires_at INTEGER NOT NULL
  );
  CREATE TABLE keys (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id),
    kind TEXT NOT NULL CHECK (kind IN ('sk', 'pk', 'mt')),
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  );
  CREATE TABLE devices (
    hash TEXT PRIMARY KEY,
    user_code_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied')),
    user_id INTEGER REFERENCES users(id),
    interval_ms INTEGER NOT NULL,
    polled_at INTEGER,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  );
  CREATE TABLE media (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL CHECK (type IN ('movie', 'episode')),
    tmdb_id INTEGER,
    episode_id INTEGER,
    season_number INTEGER,
    episode_number INTEGER,
    title TEXT,
    episode_title TEXT,
    year INTEGER
  );
  CREATE INDEX media_by_episode_id ON media (episode_id) WHERE episode_id IS NOT NULL;
  CREATE TABLE playback (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id),
    media_id INTEGER NOT NULL REFERENCES media(id),
    progress INTEGER NOT NULL,
    duration INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    watched_at INTEGER
  );
  CREATE INDEX playback_by_media ON playback (user_id, media_id, id);
  CREATE INDEX playback_by_watched ON playback (user_id, watched_at) WHERE watched_at IS NOT NULL;
  CREATE TABLE connectors (
    id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id),
    name TEXT NOT NULL,
    domains TEXT NOT NULL,
    definition TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'refused')),
    note TEXT,
    submitted_at INTEGER NOT NULL,
    reviewed_at INTEGER
  );
  CREATE INDEX connectors_by_time ON connectors (user_id, submitted_at);
  `,
  // The response with a token can be lost, so the device may ask again for a short time.
  `
  ALTER TABLE devices ADD COLUMN used_at INTEGER;
  ALTER TABLE devices ADD COLUMN token_hash TEXT;
  `,
  // What the film database said, for all people. `body` is NULL: it does not know this. A session names its
  // series, so that the last episode of each series is found by an index.
  `
  CREATE TABLE titles (key TEXT PRIMARY KEY, body TEXT, fetched_at BIGINT NOT NULL);
  CREATE INDEX titles_by_time ON titles (fetched_at);
  CREATE TABLE posters (work TEXT PRIMARY KEY, path TEXT NOT NULL);
  CREATE TABLE pictures (
    path TEXT PRIMARY KEY, type TEXT NOT NULL, body TEXT NOT NULL, fetched_at BIGINT NOT NULL
  );
  CREATE INDEX pictures_by_time ON pictures (fetched_at);
  ALTER TABLE playback ADD COLUMN series_id BIGINT;
  UPDATE playback SET series_id = (
    SELECT tmdb_id FROM media
    WHERE media.id = playback.media_id AND media.type = 'episode' AND media.season_number IS NOT NULL);
  CREATE INDEX playback_by_series ON playback (user_id, series_id, watched_at, id)
    WHERE series_id IS NOT NULL AND watched_at IS NOT NULL;
  CREATE INDEX playback_by_update ON playback (user_id, updated_at, id);
  `,
  // Sign-ins and keys with their use, scopes of keys, what limits guessing, and the log of what was done.
  `
  ALTER TABLE logins ADD COLUMN created_at BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE logins ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE logins ADD COLUMN address TEXT NOT NULL DEFAULT '';
  ALTER TABLE logins ADD COLUMN browser TEXT NOT NULL DEFAULT '';
  CREATE INDEX logins_by_user ON logins (user_id);
  ALTER TABLE keys ADD COLUMN scope TEXT NOT NULL DEFAULT 'all' CHECK (scope IN ('read', 'scrobble', 'all'));
  ALTER TABLE keys ADD COLUMN used_at BIGINT;
  UPDATE keys SET scope = 'read' WHERE kind = 'pk';
  ALTER TABLE devices ADD COLUMN address TEXT NOT NULL DEFAULT '';
  CREATE TABLE browsers (
    hash TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id),
    expires_at BIGINT NOT NULL
  );
  CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    used INTEGER NOT NULL,
    until BIGINT NOT NULL
  );
  CREATE INDEX limits_by_until ON limits (until);
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at BIGINT NOT NULL,
    user_id INTEGER REFERENCES users(id),
    event TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT NOT NULL
  );
  CREATE INDEX audit_by_user ON audit (user_id, id);
  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  );
  `,
  // A removed viewing keeps its row, so that updates of the same playing do not add it again. Ratings in
  // halves.
  `
  ALTER TABLE playback ADD COLUMN removed_at BIGINT;
  CREATE TABLE ratings (
    user_id INTEGER NOT NULL REFERENCES users(id),
    media_id INTEGER NOT NULL REFERENCES media(id),
    halves INTEGER NOT NULL CHECK (halves BETWEEN 2 AND 20),
    rated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, media_id)
  );
  CREATE INDEX ratings_by_time ON ratings (user_id, rated_at);
  `,
];
