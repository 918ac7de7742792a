import { cleanTitle } from '../../../core/matching/clean-title';
import { titleSeasons } from '../../../core/text/title-season';

/**
 * The texts to search for, in this order, until a work has the name: the title without additions of services,
 * without its season, without the number of its part, without its subtitle. The film database tolerates no
 * extra word, and writes numbers in only one way.
 */
export function searchForms(stated: string, kind: 'movie' | 'tv'): readonly string[] {
  const { title } = cleanTitle(stated);
  const seasons = kind === 'tv' ? titleSeasons(title).map(({ name }) => name) : [];
  const unnumbered = withoutPartNumber(title);
  const main = title.split(separator)[0]?.trim() ?? '';
  const bare = title.replace(/ ?[([][^()[\]]{1,60}[)\]]$/, '').replace(kind === 'tv' ? countryAtEnd : '', '');
  const forms = [title, ...seasons, bare, unnumbered, main];
  return [...new Set(forms)].filter((form) => form !== '').slice(0, MOST_FORMS);
}

/** "Wicked" of "Wicked: Part 2". */
export function withoutPartNumber(title: string): string {
  return title.replace(partAtEnd, '').trim();
}

/** "Taskmaster NZ", "Love Island USA": how fans and services distinguish the versions of a show. */
const countryAtEnd = /(?<=\S) (?:USA?|UK|GB|NZ|AU|CA|Australia|Canada|India|America|New Zealand)$/u;

/** Each form costs a request if the ones before find nothing. */
const MOST_FORMS = 3;

/** Of a title with single spaces. */
const separator = / ?[:|] | [-–—] | ?[：｜〜～] ?/u;

const number =
  'one|two|three|four|five|six|eins|zwei|drei|un|une|deux|trois|uno|una|dos|tres|due|tre|um|dois';
const part = 'part|pt|teil|parte|partie|deel|część|rész|часть|vol|volume|chapter';
/** "Part Two", "Vol. II", "2", "III" at the end of a name. */
const partAtEnd = new RegExp(
  `(?<![ :–—-])[ :–—-]{1,3}(?:(?:${part})\\.? (?:${number})|(?:(?:${part})\\.? ?)?(?:\\d{1,2}|[IVX]{1,4}))$`,
  'iu',
);
