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

/** Links with which one person each creates an account; `user_id` made it. */
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
