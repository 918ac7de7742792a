/** What is published of connectors: each release by its hash, and the ids that are retired. */
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
