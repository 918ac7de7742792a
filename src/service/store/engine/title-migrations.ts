/** Computes `watched_titles`, `tallies` and the last episodes (`show_progress`) from the viewings. */
export const COUNT_WATCHED_TITLES = `
  INSERT INTO watched_titles (user_id, media, kind, show_id, episode_id, times, watched_at)
  SELECT user_id, media, CASE WHEN media LIKE 'movie:%' THEN 'movie' ELSE 'episode' END, max(show_id),
    max(episode_id), count(*), max(watched_at)
  FROM watches GROUP BY user_id, media;
  UPDATE tallies SET
    films = (SELECT count(*) FROM watched_titles AS t WHERE t.user_id = tallies.user_id AND t.kind = 'movie'),
    episodes = (SELECT count(*) FROM watched_titles AS t
      WHERE t.user_id = tallies.user_id AND t.kind = 'episode');
  UPDATE show_progress SET
    watch_id = (SELECT w.id FROM watches AS w
      WHERE w.user_id = show_progress.user_id AND w.show_id = show_progress.show_id
      ORDER BY CASE WHEN w.media LIKE 'episode:%:0:%' THEN 1 ELSE 0 END, w.watched_at DESC, w.id DESC
      LIMIT 1),
    watched_at = (SELECT w.watched_at FROM watches AS w
      WHERE w.user_id = show_progress.user_id AND w.show_id = show_progress.show_id
      ORDER BY CASE WHEN w.media LIKE 'episode:%:0:%' THEN 1 ELSE 0 END, w.watched_at DESC, w.id DESC
      LIMIT 1)
  WHERE EXISTS (SELECT 1 FROM watches AS w WHERE w.user_id = show_progress.user_id
    AND w.id = show_progress.watch_id AND w.media LIKE 'episode:%:0:%');`;

/**
 * What a person keeps beside their viewings. `media` is a film (`movie:348`), a series (`show:1396`), a
 * season (`season:1396:2`) or an episode.
 * - `watched_titles`: the number of viewings of each title and the time of the last one, so that a page of
 *   titles reads no viewings.
 * - `changes`: the time of the last change in each area of a person's data.
 * - `show_progress`: from now on a special is the last episode of a series only if no other was watched.
 */
export const savedWorksMigration = `
  CREATE TABLE shelf_items (
    user_id TEXT NOT NULL,
    shelf TEXT NOT NULL CHECK (shelf IN ('watchlist', 'favorites', 'collection')),
    media TEXT NOT NULL,
    priority INTEGER,
    format TEXT,
    notes TEXT,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, shelf, media)
  );
  CREATE INDEX shelf_items_by_time ON shelf_items (user_id, shelf, added_at, media);
  CREATE TABLE lists (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    visibility TEXT NOT NULL CHECK (visibility IN ('PRIVATE', 'PUBLIC', 'SHARED')),
    kind TEXT NOT NULL CHECK (kind IN ('media', 'episode')),
    items INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
  );
  CREATE INDEX lists_by_id ON lists (id);
  CREATE INDEX lists_by_time ON lists (user_id, updated_at, id);
  CREATE INDEX lists_public ON lists (visibility, user_id) WHERE visibility = 'PUBLIC';
  CREATE TABLE list_items (
    user_id TEXT NOT NULL,
    list_id TEXT NOT NULL,
    media TEXT NOT NULL,
    episode_id BIGINT,
    position INTEGER NOT NULL,
    notes TEXT,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, list_id, media)
  );
  CREATE INDEX list_items_by_position ON list_items (user_id, list_id, position, media);
  CREATE TABLE kodi_chunks (
    user_id TEXT NOT NULL,
    session TEXT NOT NULL,
    chunk INTEGER NOT NULL,
    answer TEXT NOT NULL,
    imported_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, session, chunk)
  );
  CREATE TABLE changes (
    user_id TEXT NOT NULL,
    area TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, area)
  );
  ALTER TABLE ratings ADD COLUMN review TEXT;
  CREATE TABLE watched_titles (
    user_id TEXT NOT NULL,
    media TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('movie', 'episode')),
    show_id BIGINT,
    episode_id BIGINT,
    times BIGINT NOT NULL,
    watched_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, media)
  );
  CREATE INDEX watched_titles_by_time ON watched_titles (user_id, watched_at, media);
  CREATE INDEX watched_titles_by_kind ON watched_titles (user_id, kind, watched_at, media);
  CREATE INDEX watched_titles_by_show ON watched_titles (user_id, show_id, watched_at, media)
    WHERE show_id IS NOT NULL;
  CREATE INDEX watched_titles_by_episode ON watched_titles (user_id, episode_id) WHERE episode_id IS NOT NULL;
  ALTER TABLE tallies ADD COLUMN films BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE tallies ADD COLUMN episodes BIGINT NOT NULL DEFAULT 0;
  ${COUNT_WATCHED_TITLES}
  `;

/**
 * Removed entries of shelves and lists, and deleted lists, as long as the removal can be undone. `row`: the
 * columns of the entry or list, as JSON. The entries of a deleted list stay in `list_items`, under the id of
 * the removal.
 */
export const removedEntriesMigration = `
  CREATE TABLE removed_entries (
    user_id TEXT NOT NULL,
    removal TEXT NOT NULL,
    part TEXT NOT NULL,
    row TEXT NOT NULL,
    removed_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, removal)
  );
  CREATE INDEX list_items_by_media ON list_items (user_id, media);
  `;

/** `user_id` has named `companion_id`. Once each has named the other, both may add shared viewings. */
export const companionsMigration = `
  CREATE TABLE companions (
    user_id TEXT NOT NULL,
    companion_id TEXT NOT NULL,
    PRIMARY KEY (user_id, companion_id)
  );
  CREATE INDEX companions_by_companion ON companions (companion_id, user_id);
  `;

/**
 * A site's own id for a work, as people of this tracker have stated it. `site` and `site_id` are written as
 * in addresses of the site, `work` as `movie/348` or `tv/1396`.
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
 * series as the server names it. `season` is -1 for a film; `episode` is -1 for a film or all episodes.
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

/** Ratings of uncertain titles. `replaced`: the rating of the chosen title before, as JSON. */
export const heldRatingsMigration = `
  ALTER TABLE held_titles ADD COLUMN halves INTEGER;
  ALTER TABLE held_titles ADD COLUMN rated_at BIGINT;
  ALTER TABLE held_titles ADD COLUMN replaced TEXT;
`;
