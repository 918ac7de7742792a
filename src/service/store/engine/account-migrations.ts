/** The passkeys of people. `public_key` and `counter` are named as in WebAuthn. */
export const passkeysMigration = `
  CREATE TABLE passkeys (
    user_id TEXT NOT NULL,
    credential TEXT NOT NULL,
    public_key TEXT NOT NULL,
    counter BIGINT NOT NULL,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (user_id, credential)
  );
  `;

/** Invitation links. Each lets one person create an account; `user_id` is the inviter. */
export const invitationsMigration = `
  CREATE TABLE invitations (
    user_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('reviewer', 'member')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, hash)
  );
`;

/** Keys may have the scope `extension`. SQLite cannot change a table's CHECK, so the table is recreated. */
export const extensionScopeMigration = `
  ALTER TABLE keys RENAME TO former_keys;
  DROP INDEX keys_by_hash;
  CREATE TABLE keys (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('sk', 'pk', 'mt')),
    hash TEXT NOT NULL,
    label TEXT NOT NULL,
    scope TEXT NOT NULL CHECK (scope IN ('read', 'scrobble', 'extension', 'all')),
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    revoked_at BIGINT,
    used_at BIGINT,
    PRIMARY KEY (user_id, id)
  );
  INSERT INTO keys
    SELECT user_id, id, kind, hash, label, scope, created_at, expires_at, revoked_at, used_at
    FROM former_keys;
  DROP TABLE former_keys;
  CREATE INDEX keys_by_hash ON keys (hash);
`;

/** Public lists of connectors that the tracker mirrors, and the networks from which a site was reported. */
export const publicListsMigration = `
  CREATE TABLE public_lists (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    state TEXT NOT NULL,
    checked_at BIGINT NOT NULL
  );
  CREATE TABLE public_list_files (
    list TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (list, name)
  );
  CREATE TABLE connector_reports (
    connector TEXT NOT NULL,
    fault TEXT NOT NULL,
    network TEXT NOT NULL,
    reported_at BIGINT NOT NULL,
    PRIMARY KEY (connector, fault, network)
  );
`;

/** Published connectors: each release by its hash, and the ids of retired connectors. */
export const releasesMigration = `
  ALTER TABLE connectors ADD COLUMN cases TEXT;
  CREATE TABLE releases (
    sha256 TEXT PRIMARY KEY,
    connector TEXT NOT NULL,
    version INTEGER NOT NULL,
    hosts TEXT NOT NULL,
    body TEXT NOT NULL,
    share INTEGER NOT NULL CHECK (share BETWEEN 0 AND 100),
    submission TEXT,
    released_at BIGINT NOT NULL
  );
  CREATE UNIQUE INDEX releases_by_connector ON releases (connector, version);
  CREATE INDEX releases_by_submission ON releases (submission);
  CREATE TABLE retired_connectors (id TEXT PRIMARY KEY, retired_at BIGINT NOT NULL);
`;

/** Sinks (trackers that receive viewings), and the viewings sent to each. */
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

/** For each sink: the range of the past to send, the ratings sent, and the playback last reported. */
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
 * Pulls from another tracker:
 * - `pull_at`: the time of the next pull; NULL: never.
 * - `pull_cursor`: how far the last pull has read.
 * - `pull_import`: the import in progress.
 * - `relay_taken`: the viewings that were pulled, so that none arrives twice.
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
