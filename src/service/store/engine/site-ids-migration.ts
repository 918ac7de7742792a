/**
 * What a site calls a work, as the people of this tracker have said: `site` and `site_id` as in an address,
 * `work` as `movie/348` or `tv/1396`.
 */
export const siteIdsMigration = `
  CREATE TABLE site_ids (
    site TEXT NOT NULL,
    site_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    work TEXT NOT NULL,
    said_at BIGINT NOT NULL,
    PRIMARY KEY (site, site_id, user_id)
  );
  CREATE INDEX site_ids_by_user ON site_ids (user_id, said_at);
  `;
