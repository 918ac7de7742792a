import { defined } from '../values/defined';
import { titleWords } from './title-words';

/** A title without what services add to it. */
export type CleanTitle = Readonly<{
  title: string;
  /** The year in brackets after the title. */
  year?: number;
  /** The title names another cut, which is longer or shorter than the known one. */
  isOtherCut: boolean;
}>;

/**
 * Removes quality, dubbing, subtitles, cut, year and advertising words of any language from a title: "Dune
 * (2021) [4K UHD]", "インセプション【吹替】", "Film – Extended", "Watch Film". Search and judgement use the same form.
 * Only whole brackets, the last part after a separator and first words are removed, and only if they say
 * nothing else: "Official Trailer", "The Making of" and "Reaction" are other videos.
 */
export function cleanTitle(stated: string): CleanTitle {
  let title = stated
    .slice(0, LONGEST)
    .normalize('NFC')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  let year: number | undefined;
  let isOtherCut = false;
  for (let rounds = 0; rounds < 6; rounds += 1) {
    const found = addition(title);
    if (found === undefined || found.rest === '') break;
    title = found.rest;
    year ??= yearIn(found.added);
    isOtherCut ||= cutPattern().test(found.added.normalize('NFKC'));
  }
  return { title, isOtherCut, ...defined({ year }) };
}

const LONGEST = 500;

/** The outermost addition of a service, and the title without it. */
function addition(title: string): Readonly<{ rest: string; added: string }> | undefined {
  for (const [index, place] of places().entries()) {
    const { rest, added = '' } = place.exec(title)?.groups ?? {};
    if (rest !== undefined && marks[index]?.(added) === true) return { rest: rest.trim(), added };
  }
  return undefined;
}

/** For each of the `places`, a test whether the text there is an addition. */
const marks: ((added: string) => boolean)[] = [
  (text) => isMark(text) || yearIn(text) !== undefined,
  isMark,
  isMark,
  (text) => leadPattern().test(text),
  (text) => tailPattern().test(text),
];
const places = once(() => titleWords.places.map((place) => new RegExp(place, 'iu')));

function yearIn(text: string): number | undefined {
  const [, year] =
    /^\s*(?:[A-Z]{2,3} )?((?:18|19|20)\d\d)(?: (?:film|movie|tv series))?\s*$/.exec(text) ?? [];
  return year === undefined ? undefined : Number(year);
}

function isMark(text: string): boolean {
  return markPattern().test(text.normalize('NFKC'));
}

const markPattern = once(() => {
  const { quality, cut, voices, advertising } = titleWords;
  const one = `(?:${quality}|${cut}|${voices}|${advertising})`;
  return anyCase(`^\\s*${one}(?:[\\s,/+&·・|-]+${one})*\\s*$`);
});
const cutPattern = once(() => anyCase(`^\\s*(?:${titleWords.cut})\\s*$`));

const leadPattern = once(() => anyCase(`^(?:${titleWords.lead})$`));
const tailPattern = once(() => anyCase(`^(?:${titleWords.tail})$`));

function anyCase(source: string): RegExp {
  return new RegExp(source, 'iu');
}

/**
 * Created on first use: most titles of a page need none, and the words may still have to be read from a file.
 */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
