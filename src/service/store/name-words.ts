import type { Queries } from './engine/database';
import { inList } from './engine/in-list';

/**
 * Length of a short gram. Many Chinese and Japanese words have two characters; shorter words are not indexed.
 */
const SHORT = 2;
const GRAM = 3;
/** Longest word in characters that is kept whole: an entry of an index has a limit of 2,700 bytes. */
const LONGEST = 500;

/** A search word is common if more words contain it, or more works have them. */
const MOST_WORDS = 500;
const MOST_WORKS = 1000;

const wordsOf = (plain: string): string[] => plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);

/**
 * Indexes a work by the words of its names. Words of former names stay, because a search compares the names
 * again.
 */
export async function indexNames(
  tx: Queries,
  rows: readonly Readonly<{ work: string; names: string }>[],
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

/**
 * Works with a name that contains the rarest of these words. `undefined`: all are too short or too common, so
 * scanning the names of a history is faster.
 */
export async function worksWithWord(db: Queries, words: readonly string[]): Promise<string[] | undefined> {
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
async function worksOf(
  db: Queries,
  rows: readonly Readonly<{ word: string }>[],
): Promise<string[] | undefined> {
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

/** Each once. */
function gramsOf(word: string, length: number): string[] {
  const characters = Array.from(word);
  const count = Math.max(0, characters.length - length + 1);
  return [...new Set(Array.from({ length: count }, (_, at) => characters.slice(at, at + length).join('')))];
}

async function withoutKnown(tx: Queries, words: readonly string[]): Promise<string[]> {
  const { sql, values } = inList(words);
  const rows = await tx.all<{ word: string }>(
    `SELECT DISTINCT word FROM name_words WHERE word IN ${sql}`,
    ...values,
  );
  const known = new Set(rows.map(({ word }) => word));
  return words.filter((word) => !known.has(word));
}

/** Rows of one statement: an engine takes at most 32,766 values. */
const PART = 1024;

/** Sorted, so that two transactions cannot deadlock. */
async function insertPairs(
  tx: Queries,
  into: string,
  pairs: readonly (readonly [string, string])[],
): Promise<void> {
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
