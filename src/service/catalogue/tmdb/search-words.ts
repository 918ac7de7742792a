import { compareNames } from '../../../core/matching/compare-names';
import { plainTitle } from '../../../core/text/normalize-title';
import { affordable } from './affordable';
import { isNearYear } from './choose-hits';
import type { Inquiry, TitleKind } from './inquiry';
import type { HitRecord } from './records';
import { search } from './search';

/** A shorter word finds too much, unless it is a number. */
const LEAST_LETTERS = 4;
/** Only this many words of a title are searched for: the longest. */
const WORD_LIMIT = 2;
/** Limit of works that one word adds, and may find: a word in more names is useless. */
const RESULT_LIMIT = 3;
const MOST_FOUND = 19;

type StatedTitle = Readonly<{
  title: string;
  year: number | undefined;
}>;

/**
 * The works found by single words of a title, of the stated year. A work that is not known by the title may
 * have another name with one of these words: "Io e Annie" is "Annie Hall". A work is left out if the title
 * begins or ends with its name: that is the title of another work ("Doctor Who Confidential").
 */
export async function searchWords(
  inquiry: Inquiry,
  kind: TitleKind,
  { title, year }: StatedTitle,
): Promise<HitRecord[]> {
  const found = await Promise.all(wordsOf(title).map((word) => affordable(search(inquiry, kind, word))));
  const isPossible = (hit: HitRecord) => isNearYear(hit, year) && !isPart(hit, title);
  return found.flatMap((hits = []) =>
    hits.length > MOST_FOUND ? [] : hits.filter(isPossible).slice(0, RESULT_LIMIT),
  );
}

function isPart({ title: shown, originalTitle }: HitRecord, title: string): boolean {
  return [shown, originalTitle].some((name) => compareNames(title, name) === 'part');
}

function wordsOf(title: string): string[] {
  const words = [...new Set(plainTitle(title).split(' '))];
  return words
    .filter((word) => words.length > 1 && (word.length >= LEAST_LETTERS || /^\p{N}{2,}$/u.test(word)))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, WORD_LIMIT);
}
