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
