/**
 * A site's id for a work, as people of this tracker have stated it: `site` and `site_id` as in an address,
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

/**
 * Uncertain titles that media servers have played, and the person's choices for them. `work` is the film or
 * series as the server names it; -1: no season (a film), or every episode.
 */
export const heldTitlesMigration = `
  CREATE TABLE held_titles (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    work TEXT NOT NULL,
    season BIGINT NOT NULL,
    episode BIGINT NOT NULL,
    title TEXT NOT NULL,
    reason TEXT NOT NULL,
    progress BIGINT NOT NULL,
    duration BIGINT NOT NULL,
    started_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    watched_at BIGINT,
    choice_id TEXT,
    media TEXT,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX held_titles_by_work ON held_titles (user_id, work, season, episode);
  CREATE TABLE title_choices (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    work TEXT NOT NULL,
    season BIGINT NOT NULL,
    episode BIGINT NOT NULL,
    title TEXT NOT NULL,
    media TEXT NOT NULL,
    shift BIGINT NOT NULL,
    chosen_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
  );
  CREATE UNIQUE INDEX title_choices_by_work ON title_choices (user_id, work, season, episode);
`;

/** Ratings of uncertain titles. `replaced`: the rating that the answer has replaced. */
export const heldRatingsMigration = `
  ALTER TABLE held_titles ADD COLUMN halves INTEGER;
  ALTER TABLE held_titles ADD COLUMN rated_at BIGINT;
  ALTER TABLE held_titles ADD COLUMN replaced TEXT;
`;
