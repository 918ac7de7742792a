/**
 * Numbers that languages write as a word beside a season: from the first on, separated by spaces. A word with
 * other endings is given by its stem and `*`.
 */
const words = [
  'one two three four five six seven eight nine ten',
  'first second third fourth fifth sixth seventh eighth ninth tenth',
  'erste* zweite* dritte* vierte* fünfte* sechste* siebte* achte* neunte* zehnte*',
  'premi* deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième',
  'primer* segund* tercer* cuart* quint* sext* séptim* octav* noven* décim*',
  'primeir* segund* terceir* quart* quint* sext* sétim* oitav* non* décim*',
  'prim* second* terz* quart* quint* sest* settim* ottav* non* decim*',
  'перв* втор* трет* четверт* пят* шест* седьм* восьм* девят* десят*',
  'перш* друг* трет* четверт* п’ят* шост* сьом* восьм* дев’ят* десят*',
  'pierwsz* drug* trzeci* czwart* piąt* szóst* siódm* ósm* dziewiąt* dziesiąt*',
  'první druhá třetí čtvrtá pátá šestá sedmá osmá devátá desátá',
  'birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu',
  'första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde',
  'første anden tredje fjerde femte sjette syvende ottende niende tiende',
  'eerste tweede derde vierde vijfde zesde zevende achtste negende tiende',
  'الأول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر',
  'الاول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر',
  'الأولى الثانية الثالثة الرابعة الخامسة السادسة السابعة الثامنة التاسعة العاشرة',
  'الاولى الثانيه الثالثه الرابعه الخامسه السادسه السابعه الثامنه التاسعه العاشره',
  'اول دوم سوم چهارم پنجم ششم هفتم هشتم نهم دهم',
  'א ב ג ד ה ו ז ח ט י',
  'ראשונה שנייה שלישית רביעית חמישית שישית שביעית שמינית תשיעית עשירית',
  'पहला दूसरा तीसरा चौथा पाँचवाँ छठा सातवाँ आठवाँ नौवाँ दसवाँ',
  'প্রথম দ্বিতীয় তৃতীয় চতুর্থ পঞ্চম ষষ্ঠ সপ্তম অষ্টম নবম দশম',
].map((line) => line.split(' '));

/** Any of the words, as alternatives of a regular expression with the flags `u` and `i`. */
export const numberWords = alternatives(words);

/** Those that tell which one, and not how many: "Second Season", and not "Two Seasons". */
export const ordinalWords = alternatives(words.slice(1));

function alternatives(lines: readonly (readonly string[])[]): string {
  return [...new Set(lines.flat())]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace('*', String.raw`\p{L}{0,4}`))
    .join('|');
}

/** The number that a word names: 2 for "second", "втором" and "الثاني". */
export function numberOfWord(word: string): number | undefined {
  const plain = word.toLowerCase().trim();
  const isNamed = (one: string) =>
    one.endsWith('*') ? plain.startsWith(one.slice(0, -1)) && plain.length <= one.length + 3 : plain === one;
  const found = words.map((line) => line.findIndex(isNamed)).find((index) => index >= 0);
  return found === undefined ? undefined : found + 1;
}
