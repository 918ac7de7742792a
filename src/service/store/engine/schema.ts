import {
  daysMigration,
  importedTitlesMigration,
  importsMigration,
  keptRowsMigration,
  nameWordsMigration,
  replacedViewingsMigration,
} from './history-migrations';
import {
  extensionScopeMigration,
  invitationsMigration,
  passkeysMigration,
  publicListsMigration,
  releasesMigration,
  relayAccountsMigration,
  relayMigration,
  relayPullMigration,
} from './account-migrations';
import {
  companionsMigration,
  removedEntriesMigration,
  savedWorksMigration,
  heldRatingsMigration,
  heldTitlesMigration,
  siteIdsMigration,
} from './title-migrations';

/**
 * The migrations of both engines, in order. Never edit a released one; add a new one. Times are milliseconds
 * since 1970. The primary key of a personal table begins with `user_id`, so that one person's rows lie
 * together. `media` is a film or an episode: `movie:348`, `episode:1396:1:2`, or `episode:62085` while only
 * the episode's own id is known.
 */
export const schema: string[] = [
  `
  CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    password TEXT,
    role TEXT NOT NULL CHECK (role IN ('owner', 'reviewer', 'member')),
    created_at BIGINT NOT NULL
  );
  CREATE UNIQUE INDEX users_owner ON users (role) WHERE role = 'owner';
  CREATE TABLE logins (
    user_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    address TEXT NOT NULL,
    browser TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
  );
  CREATE INDEX logins_by_hash ON logins (hash);
  CREATE INDEX logins_by_end ON logins (expires_at);
  CREATE TABLE browsers (
    user_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, hash)
  );
  CREATE INDEX browsers_by_hash ON browsers (hash);
  CREATE INDEX browsers_by_end ON browsers (expires_at);
  CREATE TABLE keys (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('sk', 'pk', 'mt')),
    hash TEXT NOT NULL,
    label TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('read', 'scrobble', 'all')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    used_at BIGINT,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX keys_by_hash ON keys (hash);
  CREATE TABLE devices (
    hash TEXT PRIMARY KEY,
    user_code_hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied')),
    user_id TEXT,
    interval_ms INTEGER NOT NULL,
    polled_at BIGINT,
    used_at BIGINT,
    token_hash TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
  );
  CREATE INDEX devices_by_end ON devices (expires_at);
  CREATE TABLE limits (key TEXT PRIMARY KEY, used INTEGER NOT NULL, until BIGINT NOT NULL);
  CREATE INDEX limits_by_until ON limits (until);
  CREATE TABLE audit (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    detail TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  );
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE connectors (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    domains TEXT NOT NULL,
    definition TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'refused')),
    note TEXT,
    submitted_at BIGINT NOT NULL,
    reviewed_at BIGINT,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX connectors_by_id ON connectors (id);
  CREATE INDEX connectors_by_time ON connectors (user_id, submitted_at);
  CREATE INDEX connectors_by_status ON connectors (status, submitted_at);

  CREATE TABLE progress (
    user_id TEXT NOT NULL,
    media TEXT NOT NULL,
    id TEXT NOT NULL,
    episode_id BIGINT,
    progress BIGINT NOT NULL,
    duration BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    watched_at BIGINT,
    PRIMARY KEY (user_id, media)
  );
  CREATE INDEX progress_by_update ON progress (user_id, updated_at, media);
  CREATE INDEX progress_unfinished ON progress (user_id, updated_at, media)
    WHERE watched_at IS NULL AND progress > 0;
  CREATE INDEX progress_by_episode ON progress (user_id, episode_id) WHERE episode_id IS NOT NULL;
  CREATE TABLE watches (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    media TEXT NOT NULL,
    episode_id BIGINT,
    show_id BIGINT,
    progress BIGINT NOT NULL,
    duration BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    watched_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX watches_by_time ON watches (user_id, watched_at, id);
  CREATE INDEX watches_by_media ON watches (user_id, media, watched_at, id);
  CREATE INDEX watches_by_show ON watches (user_id, show_id, watched_at, id) WHERE show_id IS NOT NULL;
  CREATE TABLE show_progress (
    user_id TEXT NOT NULL,
    show_id BIGINT NOT NULL,
    watch_id TEXT NOT NULL,
    watched_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, show_id)
  );
  CREATE INDEX show_progress_by_time ON show_progress (user_id, watched_at, watch_id);
  CREATE TABLE removals (
    user_id TEXT NOT NULL,
    media TEXT NOT NULL,
    removed_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, media)
  );
  CREATE TABLE tallies (
    user_id TEXT PRIMARY KEY,
    watches BIGINT NOT NULL,
    titles BIGINT NOT NULL
  );
  CREATE TABLE ratings (
    user_id TEXT NOT NULL,
    media TEXT NOT NULL,
    episode_id BIGINT,
    halves INTEGER NOT NULL CHECK (halves BETWEEN 2 AND 20),
    rated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, media)
  );
  CREATE INDEX ratings_by_time ON ratings (user_id, rated_at, media);

  CREATE TABLE media_titles (
    media TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    episode_title TEXT,
    year INTEGER
  );
  CREATE TABLE titles (key TEXT PRIMARY KEY, body TEXT, fetched_at BIGINT NOT NULL);
  CREATE INDEX titles_by_time ON titles (fetched_at);
  CREATE TABLE posters (work TEXT PRIMARY KEY, path TEXT NOT NULL);
  CREATE TABLE pictures (
    path TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    fetched_at BIGINT NOT NULL
  );
  CREATE INDEX pictures_by_time ON pictures (fetched_at);
  `,
  'ALTER TABLE devices ADD COLUMN scope TEXT;',
  passkeysMigration,
  importsMigration,
  releasesMigration,
  daysMigration,
  importedTitlesMigration,
  invitationsMigration,
  nameWordsMigration,
  replacedViewingsMigration,
  relayMigration,
  siteIdsMigration,
  savedWorksMigration,
  relayAccountsMigration,
  publicListsMigration,
  'ALTER TABLE users ADD COLUMN needs_passkey INTEGER NOT NULL DEFAULT 0;',
  extensionScopeMigration,
  heldTitlesMigration,
  `ALTER TABLE users ADD COLUMN folded_name TEXT;
  CREATE INDEX users_by_folded_name ON users (folded_name);`,
  keptRowsMigration,
  removedEntriesMigration,
  relayPullMigration,
  companionsMigration,
  `CREATE TABLE settings_copies (
    user_id TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL,
    stored_at BIGINT NOT NULL
  );`,
  heldRatingsMigration,
  // A position update then changes one index, `progress_unfinished` or `progress_rest`, and not both.
  `DROP INDEX progress_by_update;
  CREATE INDEX progress_rest ON progress (user_id, updated_at, media)
    WHERE watched_at IS NOT NULL OR progress <= 0;`,
];
