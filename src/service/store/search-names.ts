import { setImmediate } from 'node:timers/promises';
import { plainTitle } from '../../core/text/normalize-title';
import { yearOf } from '../../core/library/zoned-time';
import type { Queries } from './engine/database';
import { inList } from './engine/rows';

/** Maximum works that a search finds. */
const MOST = 100;

/** Maximum words of a search that count. */
const WORDS = 6;

/** Works of a year per read: more than a search finds, few enough not to delay other requests. */
const YEAR_WORKS = 500;

/** Names of files per read: few enough not to delay other requests. */
const FILE_NAMES = 10_000;

/** LIKE patterns that the names must match; empty if the text has no word. */
export function patternsOf(text: string): string[] {
  const words = plainTitle(text).split(' ').filter(Boolean);
  return words.slice(0, WORDS).map((word) => `%${word}%`);
}

/** The condition that `n.names` matches all patterns. */
export const hasAll = (patterns: string[]) => patterns.map(() => 'n.names LIKE ?').join(' AND ');

/** The works of a person's history with names that match all patterns, latest years first. */
export async function searchNames(db: Queries, userId: string, patterns: string[]): Promise<string[]> {
  const unindexed = await db.one('SELECT 1 FROM work_names WHERE indexed = 0 LIMIT 1');
  const words = patterns.map((pattern) => pattern.slice(1, -1));
  const works = unindexed === undefined ? await worksWithWord(db, words) : undefined;
  const named =
    works === undefined
      ? await searchYears(db, userId, patterns)
      : await watchedOnes(db, userId, { works, patterns });
  const found = new Set([...named, ...(await searchFiles(db, userId, patterns))]);
  return [...found].slice(0, MOST);
}

/**
 * Indexes a work by the words of its names. Words of former names stay, because a search compares the names
 * again.
 */
export async function indexNames(
  tx: Queries,
  rows: Readonly<{ work: string; names: string }>[],
): Promise<void> {
  const pairs = rows.flatMap(({ work, names }) =>
    [...new Set(wordsOf(names))].map((word) => [shortened(word), work] as const),
  );
  const added = await withoutKnown(tx, [...new Set(pairs.map(([word]) => word))]);
  const grams = added.flatMap((word) =>
    [...gramsOf(word, SHORT), ...gramsOf(word, GRAM)].map((gram) => [gram, word] as const),
  );
  await insertPairs(tx, 'word_grams (gram, word)', grams);
  await insertPairs(tx, 'name_words (word, work)', pairs);
  const { sql, values } = inList(rows.map(({ work }) => work));
  await tx.run(`UPDATE work_names SET indexed = 1 WHERE work IN ${sql}`, ...values);
}

async function watchedOnes(
  db: Queries,
  userId: string,
  { works, patterns }: Readonly<{ works: string[]; patterns: string[] }>,
): Promise<string[]> {
  if (works.length === 0) return [];
  const { sql, values } = inList(works);
  const rows = await db.all<{ work: string }>(
    `SELECT n.work FROM work_names AS n JOIN work_years AS w ON w.user_id = ? AND w.work = n.work
     WHERE n.work IN ${sql} AND ${hasAll(patterns)}
     GROUP BY n.work ORDER BY max(w.year) DESC LIMIT ${String(MOST)}`,
    userId,
    ...values,
    ...patterns,
  );
  return rows.map(({ work }) => work);
}

/**
 * Scans the names of a history, latest years first. Reads in parts, because SQLite is synchronous and other
 * requests run between the parts. A search for a common word ends after the first parts.
 */
async function searchYears(db: Queries, userId: string, patterns: string[]): Promise<string[]> {
  const found = new Set<string>();
  const [first, last] = await yearsOf(db, userId);
  for (let year = last; year >= first && found.size < MOST; year -= 1) {
    let after: string | undefined = '';
    while (after !== undefined && found.size < MOST) {
      const works: FoundWork[] = await db.all<FoundWork>(
        `SELECT w.work, CASE WHEN ${hasAll(patterns)} THEN 1 ELSE 0 END AS "isFound"
         FROM (SELECT work FROM work_years WHERE user_id = ? AND year = ? AND work > ?
           ORDER BY work LIMIT ${String(YEAR_WORKS)}) AS w
         LEFT JOIN work_names AS n ON n.work = w.work ORDER BY w.work`,
        ...patterns,
        userId,
        year,
        after,
      );
      for (const { work, isFound } of works) if (isFound === 1) found.add(work);
      after = works.length < YEAR_WORKS ? undefined : works.at(-1)?.work;
      await setImmediate();
    }
  }
  return [...found];
}

type FoundWork = Readonly<{
  work: string;
  isFound: number;
}>;

/** The first and the last year in which the person has watched something. */
async function yearsOf(db: Queries, userId: string): Promise<[first: number, last: number]> {
  const row = await db.one<{ first: number | null; last: number | null }>(
    'SELECT min(day) AS first, max(day) AS last FROM days WHERE user_id = ?',
    userId,
  );
  return row?.first == null || row.last === null ? [1, 0] : [yearOf(row.first), yearOf(row.last)];
}

/** Searches the names from imported files, for works that the catalogue has not named yet. */
async function searchFiles(db: Queries, userId: string, patterns: string[]): Promise<string[]> {
  const found = new Set<string>();
  let after = '';
  for (;;) {
    // The last title of a part is the cursor of the next one.
    const end = await db.one<{ media: string }>(
      `SELECT media FROM imported_titles WHERE user_id = ? AND media > ? ORDER BY media
       LIMIT 1 OFFSET ${String(FILE_NAMES - 1)}`,
      userId,
      after,
    );
    const upTo = end === undefined ? '' : 'AND n.media <= ?';
    const rows = await db.all<{ work: string }>(
      `SELECT DISTINCT n.work FROM imported_titles AS n WHERE n.user_id = ? AND n.media > ? ${upTo}
         AND ${hasAll(patterns)} AND NOT EXISTS (SELECT 1 FROM work_names AS k WHERE k.work = n.work)`,
      userId,
      after,
      ...(end === undefined ? [] : [end.media]),
      ...patterns,
    );
    for (const { work } of rows) found.add(work);
    if (end === undefined || found.size >= MOST) return [...found];
    after = end.media;
    await setImmediate();
  }
}

/**
 * Lengths of grams, the substrings that index a word. The short ones serve Chinese and Japanese, where many
 * words have two characters. A single character is not indexed.
 */
const SHORT = 2;
const GRAM = 3;

/** Characters that the index keeps of a word: PostgreSQL limits an index entry to 2,700 bytes. */
const LONGEST = 500;

/** A search word is common if more words contain it, or more works have them. */
const MOST_WORDS = 500;
const MOST_WORKS = 1000;

const wordsOf = (plain: string): string[] => plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);

/**
 * The works with a name that contains the longest of these words that is not common. `undefined`: all words
 * are too short or too common, so scanning the names of a history is faster.
 */
async function worksWithWord(db: Queries, words: string[]): Promise<string[] | undefined> {
  const long = words
    .filter((word) => Array.from(word).length >= SHORT)
    .toSorted((a, b) => b.length - a.length);
  for (const word of long) {
    const grams = gramsOf(shortened(word), Math.min(GRAM, Array.from(word).length));
    const rows = await db.all<{ word: string }>(
      `SELECT word FROM word_grams WHERE gram = ? AND word LIKE ? LIMIT ${String(MOST_WORDS + 1)}`,
      // A middle gram, because many words share beginnings and endings.
      grams[Math.floor(grams.length / 2)] ?? '',
      `%${shortened(word)}%`,
    );
    if (rows.length === 0) return [];
    const works = rows.length > MOST_WORDS ? undefined : await worksOf(db, rows);
    if (works !== undefined) return works;
  }
  return undefined;
}

/** `undefined`: too many. */
async function worksOf(db: Queries, rows: Readonly<{ word: string }>[]): Promise<string[] | undefined> {
  const { sql, values } = inList(rows.map(({ word }) => word));
  const works = await db.all<{ work: string }>(
    `SELECT work FROM name_words WHERE word IN ${sql} LIMIT ${String(MOST_WORKS + 1)}`,
    ...values,
  );
  return works.length > MOST_WORKS ? undefined : [...new Set(works.map(({ work }) => work))];
}

function shortened(word: string): string {
  return word.length <= LONGEST ? word : Array.from(word).slice(0, LONGEST).join('');
}

/** The distinct substrings of this length. */
function gramsOf(word: string, length: number): string[] {
  const characters = Array.from(word);
  const count = Math.max(0, characters.length - length + 1);
  return [...new Set(Array.from({ length: count }, (_, at) => characters.slice(at, at + length).join('')))];
}

async function withoutKnown(tx: Queries, words: string[]): Promise<string[]> {
  const { sql, values } = inList(words);
  const rows = await tx.all<{ word: string }>(
    `SELECT DISTINCT word FROM name_words WHERE word IN ${sql}`,
    ...values,
  );
  const known = new Set(rows.map(({ word }) => word));
  return words.filter((word) => !known.has(word));
}

/** Rows per statement: SQLite allows 32,766 values. */
const PART = 1024;

/** Inserts the pairs, sorted so that two transactions cannot deadlock. */
async function insertPairs(tx: Queries, into: string, pairs: (readonly [string, string])[]): Promise<void> {
  const sorted = pairs.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  for (let from = 0; from < sorted.length; from += PART) {
    const part = sorted.slice(from, from + PART);
    const last = part.at(-1) ?? ['', ''];
    // Padded to a power of two by repeating the last one: see `inList`.
    const filled = [
      ...part,
      ...Array<typeof last>(2 ** Math.ceil(Math.log2(part.length)) - part.length).fill(last),
    ];
    await tx.run(
      `INSERT INTO ${into} VALUES ${filled.map(() => '(?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
      ...filled.flat(),
    );
  }
}
