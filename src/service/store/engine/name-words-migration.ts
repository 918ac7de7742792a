/**
 * Where a search begins: the words of all names, shared by all people. `word_grams` has each two and each
 * three neighbouring characters of each word; `name_words` the works that have a word in one of their names.
 * `indexed`: 0 while the words of the row are in neither. `unnamed_works`: what a person has watched that
 * nothing names.
 */
export const nameWordsMigration = `
  CREATE TABLE word_grams (gram TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (gram, word));
  CREATE TABLE name_words (word TEXT NOT NULL, work TEXT NOT NULL, PRIMARY KEY (word, work));
  ALTER TABLE work_names ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX work_names_unindexed ON work_names (work) WHERE indexed = 0;
  CREATE INDEX work_years_by_work ON work_years (user_id, work, year);
  CREATE TABLE unnamed_works (
    user_id TEXT NOT NULL,
    work TEXT NOT NULL,
    PRIMARY KEY (user_id, work)
  );
  CREATE INDEX unnamed_works_by_work ON unnamed_works (work);
  INSERT INTO unnamed_works (user_id, work)
  SELECT DISTINCT w.user_id, w.work FROM work_years AS w
  WHERE NOT EXISTS (SELECT 1 FROM work_names AS k WHERE k.work = w.work)
    AND NOT EXISTS (SELECT 1 FROM imported_titles AS i WHERE i.user_id = w.user_id AND i.work = w.work);
  `;
