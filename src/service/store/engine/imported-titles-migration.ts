/** Names of imported files, of titles that the catalogue has not named. `names`: for the search. */
export const importedTitlesMigration = `
  CREATE TABLE imported_titles (
    user_id TEXT NOT NULL,
    media TEXT NOT NULL,
    work TEXT NOT NULL,
    title TEXT NOT NULL,
    episode_title TEXT,
    year INTEGER,
    names TEXT NOT NULL,
    import_id TEXT NOT NULL,
    PRIMARY KEY (user_id, media)
  );
  CREATE INDEX imported_titles_by_work ON imported_titles (user_id, work);
  `;
