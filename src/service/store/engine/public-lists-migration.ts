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
