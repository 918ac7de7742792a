import { compareNames } from '../../../core/matching/compare-names';
import { plainTitle } from '../../../core/text/normalize-title';
import { affordable } from './affordable';
import { isNearYear } from './choose-hits';
import type { Inquiry, TitleKind } from './inquiry';
import type { HitRecord } from './records';
import { search } from './search';

/** A shorter word finds too much, unless it is a number. */
const LEAST_LETTERS = 4;
/** Most words of a title that are searched for: the longest. */
const WORD_LIMIT = 2;
/** Most works that one word adds, and that it may find: a word of more names tells nothing. */
const RESULT_LIMIT = 3;
const MOST_FOUND = 19;

type StatedTitle = Readonly<{
  title: string;
  year: number | undefined;
}>;

/**
 * The works that single words of a title find, of the stated year. One that is not known by the title may be
 * known by a name with one of them: "Io e Annie" is "Annie Hall". A work whose name begins or ends the title
 * is left out: the title is that of another one ("Doctor Who Confidential").
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
