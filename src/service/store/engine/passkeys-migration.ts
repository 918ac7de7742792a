/** The passkeys of people: `public_key` and `counter` as the standard (WebAuthn) names them. */
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

/** Links with which one person each creates an account; `user_id` is the inviter. */
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
