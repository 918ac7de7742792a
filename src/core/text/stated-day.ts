/** A day that a text states: "March 3, 2025", "3. Mai 2024", "03.05.2024", "2025年3月3日". */
export type StatedDay = Readonly<{
  /** `2025-03-03` */
  day: string;
  /** Indices into the text. */
  start: number;
  end: number;
}>;

/**
 * The only day that a text states. `undefined`: none, several, an uncertain order of day and month
 * ("3/5/2025" in English), or a time of day beside it, since a programme may be shown several times a day.
 * Names of months are read in `language` and in English.
 */
export function statedDay(text: string, language = 'en'): StatedDay | undefined {
  const bounded = text.slice(0, maxLength);
  if (!/\d{4}/.test(bounded) || timeOfDay.test(bounded)) return undefined;
  const found = [...patterns(language)].flatMap(([pattern, read]) =>
    [...bounded.matchAll(pattern)].map((match) => ({ match, date: read(match.groups ?? {}, language) })),
  );
  const [only] = found;
  if (only?.date === undefined || found.length > 1) return undefined;
  const [fullYear, month, day] = only.date;
  const date = new Date(Date.UTC(fullYear, month - 1, day));
  // The 31st of February is no day.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const { index, 0: whole } = only.match;
  return { day: date.toISOString().slice(0, 10), start: index, end: index + whole.length };
}

type DateParts = readonly [year: number, month: number, day: number];
type Groups = Readonly<Record<string, string | undefined>>;
type DatePattern = readonly [RegExp, (groups: Groups, language: string) => DateParts | undefined];

function patterns(language: string): DatePattern[] {
  const months = monthNames(language);
  const name = [...months.keys()].toSorted((a, b) => b.length - a.length).join('|');
  const named = ({ y, m = '', d }: Groups): DateParts => [
    Number(y),
    months.get(m.toLowerCase()) ?? 0,
    Number(d),
  ];
  return [
    ...numeric,
    [
      new RegExp(
        String.raw`(?<!\d)(?<d>\d{1,2})(?:\.|er|º)?\s(?:de\s|of\s)?(?<m>${name})\.?,?\s(?:del?\s)?${year}`,
        'giu',
      ),
      named,
    ],
    [
      new RegExp(String.raw`(?<!\p{L})(?<m>${name})\.?\s(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s${year}`, 'giu'),
      named,
    ],
  ];
}

const year = String.raw`(?<y>(?:19|20)\d\d)(?!\d)`;
const ordered = ({ y, m, d }: Groups): DateParts => [Number(y), Number(m), Number(d)];

const numeric: DatePattern[] = [
  [/(?<!\d)(?<y>(?:19|20)\d\d)[-./](?<m>\d{1,2})[-./](?<d>\d{1,2})(?!\d)/gu, ordered],
  [/(?<!\d)(?<y>(?:19|20)\d\d)\s?[年년]\s?(?<m>\d{1,2})\s?[月월]\s?(?<d>\d{1,2})(?!\d)/gu, ordered],
  [/(?<!\d)(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>(?:19|20)\d\d)(?!\d)/gu, ordered],
  [/(?<!\d)(?<d>\d{1,2})(?<sign>[/-])(?<m>\d{1,2})\k<sign>(?<y>(?:19|20)\d\d)(?!\d)/gu, slashed],
];

/** Americans write the month first, and English without a country may be American. */
function slashed({ y, m, d }: Groups, language: string): DateParts | undefined {
  const [first, second] = [Number(d), Number(m)];
  const isOpen = /^en(?:$|[-_](?!US))/i.test(language) && !/^en[-_](?:GB|IE|AU|NZ|ZA|IN)/i.test(language);
  if (/^en[-_]US/i.test(language) || second > 12) return [Number(y), first, second];
  return isOpen && first <= 12 && first !== second ? undefined : [Number(y), second, first];
}

/** Names of months as a date has them ("3 марта"), in this language and in English. */
export function monthNames(language: string): ReadonlyMap<string, number> {
  const known = knownMonths.get(language) ?? readMonths(language);
  knownMonths.set(language, known);
  return known;
}

/** Only the few languages of labels are cached: a page may state anything as its language. */
const knownMonths = new Map<string, ReadonlyMap<string, number>>();

function readMonths(language: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const tag of [language, 'en']) {
    for (const month of ['long', 'short'] as const) {
      const format = formatOf(tag, month);
      for (let number = 1; number <= 12; number += 1) {
        const parts = format.formatToParts(Date.UTC(2024, number - 1, 15));
        const name =
          parts
            .find(({ type }) => type === 'month')
            ?.value.replace(/\.$/, '')
            .toLowerCase() ?? '';
        if (/^[\p{L}\p{M}]+$/u.test(name) && !names.has(name)) names.set(name, number);
      }
    }
  }
  return names;
}

/** `Intl` throws for an invalid language, and a page may state anything. */
function formatOf(tag: string, month: 'long' | 'short'): Intl.DateTimeFormat {
  const options = { day: 'numeric', month, timeZone: 'UTC' } as const;
  try {
    return new Intl.DateTimeFormat(tag.replace('_', '-'), options);
  } catch {
    return new Intl.DateTimeFormat('en', options);
  }
}

const timeOfDay = /(?<!\d)\d{1,2}[:.]\d\d(?![.\d])|\d\s?(?:uhr|am|pm)(?!\p{L})/iu;
const maxLength = 500;
