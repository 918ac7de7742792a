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

/** Rows of a table are referred to by those of later ones. */
const MOVED = [
  'users',
  'logins',
  'keys',
  'devices',
  'media',
  'playback',
  'connectors',
  'titles',
  'posters',
  'pictures',
  'browsers',
  'limits',
  'audit',
  'facts',
  'ratings',
];

const INDEXES = [
  'media_by_episode_id',
  'playback_by_media',
  'playback_by_watched',
  'playback_by_series',
  'playback_by_update',
  'connectors_by_time',
  'titles_by_time',
  'pictures_by_time',
  'logins_by_user',
  'limits_by_until',
  'audit_by_user',
  'ratings_by_time',
];

/** An id of version 0.1, a counter, as a text that is sorted as the counter was. */
const sorted = (column: string) => `printf('%012d', ${column})`;

/** The latest session of each person and title is its progress; a removed one hides nothing before it. */
const PROGRESS = `
  INSERT INTO progress
    (user_id, media, id, episode_id, progress, duration, started_at, updated_at, watched_at)
  SELECT CAST(p.user_id AS TEXT), m.key, ${sorted('p.id')}, m.episode_id, p.progress, p.duration,
    p.started_at, p.updated_at, p.watched_at
  FROM old_playback AS p JOIN old_media AS m ON m.id = p.media_id
  WHERE p.id = (SELECT max(id) FROM old_playback AS q
    WHERE q.user_id = p.user_id AND q.media_id = p.media_id AND q.removed_at IS NULL);`;

const WATCHES = `
  INSERT INTO watches (user_id, id, media, episode_id, show_id, progress, duration, started_at, updated_at,
    watched_at)
  SELECT CAST(p.user_id AS TEXT), ${sorted('p.id')}, m.key, m.episode_id,
    CASE WHEN m.season_number IS NULL THEN NULL ELSE m.tmdb_id END, p.progress, p.duration, p.started_at,
    p.updated_at, p.watched_at
  FROM old_playback AS p JOIN old_media AS m ON m.id = p.media_id
  WHERE p.watched_at IS NOT NULL;
  INSERT INTO show_progress (user_id, show_id, watch_id, watched_at)
  SELECT user_id, show_id, id, watched_at FROM watches AS w
  WHERE show_id IS NOT NULL AND id = (SELECT id FROM watches AS v
    WHERE v.user_id = w.user_id AND v.show_id = w.show_id ORDER BY watched_at DESC, id DESC LIMIT 1);
  INSERT INTO removals (user_id, media, removed_at)
  SELECT CAST(p.user_id AS TEXT), m.key, max(p.removed_at)
  FROM old_playback AS p JOIN old_media AS m ON m.id = p.media_id
  WHERE p.removed_at IS NOT NULL GROUP BY p.user_id, m.key;
  INSERT INTO tallies (user_id, watches, titles)
  SELECT id, (SELECT count(*) FROM watches WHERE user_id = users.id),
    (SELECT count(*) FROM progress WHERE user_id = users.id) FROM users;`;

/** Data of version 0.1 out of the way, and into the tables of `schema.ts`. */
export const moveVersion01 = {
  away: [
    ...INDEXES.map((name) => `DROP INDEX ${name};`),
    ...MOVED.map((name) => `ALTER TABLE ${name} RENAME TO old_${name};`),
  ].join('\n'),
  into: `
  INSERT INTO users (id, name, password, role, created_at)
  SELECT CAST(id AS TEXT), name, password,
    CASE WHEN id = (SELECT min(id) FROM old_users) THEN 'owner' ELSE 'member' END, created_at FROM old_users;
  INSERT INTO logins (user_id, hash, expires_at, created_at, used_at, address, browser)
  SELECT CAST(user_id AS TEXT), hash, expires_at, created_at, used_at, address, browser FROM old_logins;
  INSERT INTO browsers (user_id, hash, expires_at)
  SELECT CAST(user_id AS TEXT), hash, expires_at FROM old_browsers;
  INSERT INTO keys (user_id, id, kind, hash, label, scope, created_at, expires_at, revoked_at, used_at)
  SELECT CAST(user_id AS TEXT), CAST(id AS TEXT), kind, hash, label, scope, created_at, expires_at,
    revoked_at, used_at FROM old_keys;
  INSERT INTO devices (hash, user_code_hash, name, address, state, user_id, interval_ms, polled_at, used_at,
    token_hash, created_at, expires_at)
  SELECT hash, user_code_hash, name, address, state, CAST(user_id AS TEXT), interval_ms, polled_at, used_at,
    token_hash, created_at, expires_at FROM old_devices;
  INSERT INTO limits (key, used, until) SELECT key, used, until FROM old_limits;
  INSERT INTO audit (user_id, id, at, event, detail, address)
  SELECT CAST(user_id AS TEXT), ${sorted('id')}, at, event, detail, address FROM old_audit
  WHERE user_id IS NOT NULL;
  INSERT INTO facts (name, value) SELECT name, value FROM old_facts;
  INSERT INTO connectors (user_id, id, name, domains, definition, status, note, submitted_at, reviewed_at)
  SELECT CAST(user_id AS TEXT), CAST(id AS TEXT), name, domains, definition, status, note, submitted_at,
    reviewed_at FROM old_connectors;
  ${PROGRESS}
  ${WATCHES}
  INSERT INTO ratings (user_id, media, episode_id, halves, rated_at)
  SELECT CAST(r.user_id AS TEXT), m.key, m.episode_id, r.halves, r.rated_at
  FROM old_ratings AS r JOIN old_media AS m ON m.id = r.media_id;
  INSERT INTO media_titles (media, title, episode_title, year)
  SELECT key, title, episode_title, year FROM old_media WHERE title IS NOT NULL;
  INSERT INTO titles (key, body, fetched_at) SELECT key, body, fetched_at FROM old_titles;
  INSERT INTO posters (work, path) SELECT work, path FROM old_posters;
  INSERT INTO pictures (path, type, body, fetched_at) SELECT path, type, body, fetched_at FROM old_pictures;
  ${MOVED.toReversed()
    .map((name) => `DROP TABLE old_${name};`)
    .join('\n  ')}`,
};
