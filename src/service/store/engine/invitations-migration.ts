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
