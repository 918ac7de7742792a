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
