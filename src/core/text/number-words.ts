import { lazily } from './label-pattern';
import { seasonWords as words } from './season-words';

/**
 * The numbers that languages write as words beside a season or an episode, without accents. Each word is part
 * of a regular expression. A line has four parts, separated by `/`: 1 to 10, 11 to 19, the tens, and the form
 * of the tens before another number where it differs. Its first character says where the number stands:
 * before the word that it numbers (`>`; `S`: seasons only), behind it (`<`; `s`: seasons only), or before
 * it, and behind it for seasons (`=`).
 */
const table = `
Sfirst second third fourth fifth sixth seventh eighth ninth tenth/eleventh twelfth thirteenth fourteenth \
fifteenth sixteenth seventeenth eighteenth nineteenth/twentieth thirtieth fortieth fiftieth/\
- twenty thirty forty fifty sixty seventy eighty ninety
sone two three four five six seven eight nine ten/eleven twelve thirteen fourteen \
fifteen sixteen seventeen eighteen nineteen/twenty thirty forty fifty sixty seventy eighty ninety
>erste.? zweite.? dritte.? vierte.? funfte.? sechste.? siebte.? achte.? neunte.? zehnte.?/elfte.? zwolfte.?
>premi.{2,4}|unieme deuxieme|seconde? troisieme quatrieme cinquieme sixieme septieme huitieme neuvieme \
dixieme|dix/onzieme douzieme treizieme quatorzieme quinzieme seizieme/vingtieme trentieme quarantieme \
cinquantieme/- vingt trente quarante cinquante soixante
>primer[oa]? segund[oa] tercer[oa]? cuart[oa] quint[oa] sext[oa] septim[oa] octav[oa] noven[oa] decim[oa]/\
(?:und|decimo?prim)ecim[oa] duodecim[oa]/vigesim[oa] trigesim[oa] cuadragesim[oa] quincuagesim[oa]
>primeir[oa] segund[oa] terceir[oa] quart[oa] quint[oa] sext[oa] sep?tim[oa] oitav[oa] non[oa] decim[oa]//\
vigesim[oa] trigesim[oa] quadragesim[oa]
>prim[oa] second[oa] terz[oa] quart[oa] quint[oa] sest[oa] settim[oa] ottav[oa] non[oa] decim[oa]/\
undicesim[oa] dodicesim[oa]
=перв.{1,4} втор.{1,4} трет.{1,4} четверт.{1,3} пят.{2,3} шест.{2,3} седьм.{2,3} восьм.{2,3} девят.{2,3} \
десят.{2,3}/одиннадцат.. двенадцат.. тринадцат.. четырнадцат.. пятнадцат.. шестнадцат.. семнадцат.. \
восемнадцат.. девятнадцат../двадцат(?!ь).. тридцат(?!ь).. сороков.. пятидесят../\
- двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто
=перш.{1,3} друг(?:а|ии|ого|ои|іи|у) трет.{1,3} четверт.{1,3} п.?ят.{1,3} шост.{1,3} сьом.{1,3} восьм.{1,3} \
дев.?ят.{1,3} десят.{1,3}/одинадцят.{1,3} дванадцят.{1,3} тринадцят.{1,3}/\
двадцят[аио].{0,2} тридцят[аио].{0,2}/\
- двадцять тридцять сорок
=pierwsz.{1,3} drug.{1,3} trzeci.{0,3} czwart.{1,3} piat.{1,3} szost.{1,3} siodm.{1,3} osm.{1,3} \
dziewiat.{1,3} dziesiat.{1,3}/jedenast.{1,3} dwunast.{1,3} trzynast.{1,3} czternast.{1,3} pietnast.{1,3} \
szesnast.{1,3} siedemnast.{1,3} osiemnast.{1,3} dziewietnast.{1,3}/dwudziest.{1,3} trzydziest.{1,3} \
czterdziest.{1,3} piecdziesiat.{1,3}
=prvni druh[aeyo].{0,2} treti ctvrt[aye].{0,2} pat[aye].{0,2} sest[aye].{0,2} sedm[aye].{0,2} osm[aye].{0,2} \
devat[aye].{0,2} desat[aye].{0,2}/jedenact[aye] dvanact[aye]/dvacat[aye] tricat[aye] ctyricat[aye]
>birinci ikinci ucuncu dorduncu besinci altinci yedinci sekizinci dokuzuncu onuncu//\
yirminci otuzuncu kirkinci ellinci/on yirmi otuz kirk elli altmis
>forsta andra tredje fjarde femte sjatte sjunde attonde nionde tionde/elfte tolfte
>første anden|andre tredje fjerde femte sjette syvende ottende|attende niende tiende/ellevte tolvte
>eerste tweede derde vierde vijfde zesde zevende achtste negende tiende/elfde twaalfde
>elso masodik harmadik negyedik otodik hatodik hetedik nyolcadik kilencedik tizedik
<اول.?|حادي?ه?|واحد ثاني?ه? ثالثه? رابعه? خامسه? سادسه? سابعه? ثامنه? تاسعه? عاشره?|عشره?//\
عشر[وي]ن ثلاث[وي]ن اربع[وي]ن خمس[وي]ن ست[وي]ن سبع[وي]ن ثمان[وي]ن تسع[وي]ن
<اول|يكم دوم سوم چهارم پنجم ششم هفتم هشتم نهم دهم/يازدهم دوازدهم سيزدهم چهاردهم پانزدهم شانزدهم \
هفدهم هجدهم|هيجدهم نوزدهم/بيستم سي.?ام|سيم چهلم پنجاهم/- بيست سي چهل پنجاه شصت هفتاد هشتاد نود
<ראשונה? שנייה?|שני שלישית? רביעית? חמישית? שישית? שביעית? שמינית? תשיעית? עשירית?
>पहला दूसरा तीसरा चौथा पाँचवाँ छठा सातवाँ आठवाँ नौवाँ दसवाँ
>প্রথম দ্বিতীয় তৃতীয় চতুর্থ পঞ্চম ষষ্ঠ সপ্তম অষ্টম নবম দশম
=πρωτ.{1,2}|α['’ʹ] δευτερ.{1,2}|β['’ʹ] τριτ.{1,2}|γ['’ʹ] \
τεταρτ.{1,2}|δ['’ʹ] πεμπτ.{1,2}|ε['’ʹ] εκτ.{1,2} εβδομ.{1,2} ογδο.{1,2} ενατ.{1,2} δεκατ.{1,2}//\
εικοστ.{1,2} τριακοστ.{1,2}`;

/** Before the word that it numbers, or behind it. */
export type Side = 'ahead' | 'behind';

/** `isPrefix`: it stands before another number. `isJoined`: "and" is written in one with it. */
type NumberWord = Readonly<{
  value: number;
  isPrefix: boolean;
  isJoined: boolean;
}>;

export type SpelledPart = NumberWord | 'and' | 'other';

export function partOf(language: LanguageNumbers, plain: string): SpelledPart {
  // "والعشرون", "ורביעי": "and" and the article are written in one with the word.
  const [, arabic, hebrew, word = plain] = /^(?:(و)?ال|(ו)(?=[א-ת]{3}))(.+)$/.exec(plain) ?? [];
  const isJoined = arabic !== undefined || hebrew !== undefined;
  const [value, isPrefix] = valueOf(language, word) ?? [];
  if (value !== undefined) return { value, isPrefix: isPrefix === true, isJoined };
  return isAnd().test(plain) ? 'and' : 'other';
}

function valueOf(
  { sign, pattern, values }: LanguageNumbers,
  word: string,
): readonly [number, boolean] | undefined {
  const found = pattern.exec(word)?.findIndex((group, index) => index > 0 && group !== undefined) ?? 0;
  if (found > 0) return values[found - 1];
  if (hundreds.test(word)) return [100, true];
  const number = sign === '<' ? hebrewNumber(word) : undefined;
  return number === undefined ? undefined : [number, false];
}

const hundreds =
  /^(?:hundred|cent|cento?s?|cien(?:to)?|cem|сто|sto|yuz|م[اي]{1,2}ه|صد|honderd|hundert|hundre|hundra)$/;

/** א to ט are 1 to 9, the next letters tens. Two letters have a sign between them, or are 11 to 19. */
function hebrewNumber(word: string): number | undefined {
  if (!/^(?:[א-ט]|[יכלמנ](?:["״][א-ט])?|י[א-ט]|ט["״]?[וז])['׳]?$/.test(word)) return undefined;
  const ranks = Array.from(word, (letter) => 'אבגדהוזחטיכלמנ'.indexOf(letter)).filter((rank) => rank >= 0);
  return ranks.reduce((sum, rank) => sum + (rank < 9 ? rank + 1 : 10 * (rank - 8)), 0);
}

/** 22 of 20 and 2, of 2 "and" 20, and 12 of 2 and 10; "5 and 6" are several. */
export function sumOf(parts: SpelledPart[], side: Side): number | 'unclear' | undefined {
  const numbers = parts.filter((part) => typeof part === 'object');
  const [a, b] = numbers;
  if (a === undefined) return undefined;
  if (b === undefined) return a.isPrefix && side === 'ahead' ? undefined : a.value;
  const isSum = b.isJoined || parts.includes('and') ? isJoinedSum(a, b) : isPlainSum(a, b, side);
  return isSum && numbers.length === 2 ? a.value + b.value : 'unclear';
}

const isTens = ({ value }: NumberWord) => value > 10 && value % 10 === 0;

function isJoinedSum(a: NumberWord, b: NumberWord): boolean {
  return (isTens(a) && b.value < 10) || (isTens(b) && a.value < 10);
}

/** Arabic has the ten behind the number. */
function isPlainSum(a: NumberWord, b: NumberWord, side: Side): boolean {
  if (a.value === 10 || isTens(a)) return b.value < 10;
  return a.value < 10 && b.value === 10 && side === 'behind';
}

/** A language. */
export type LanguageNumbers = Readonly<{
  /** Where its words stand. */
  sign: string;
  pattern: RegExp;
  /** Of each group of the pattern. */
  values: (readonly [value: number, isPrefix: boolean])[];
}>;

export function languagesWith(side: Side, hasSeason: boolean): LanguageNumbers[] {
  const sides = side === 'ahead' ? `>=${hasSeason ? 'S' : ''}` : `<${hasSeason ? 's=' : ''}`;
  return allLanguages().filter(({ sign }) => sides.includes(sign));
}

const allLanguages = lazily(() =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [units = [], teens = [], tens = [], prefixes = []] = line
        .slice(1)
        .split('/')
        .map((part) => part.split(' '));
      const groups = [
        ...units.map((word, index) => ({ word, value: index + 1, isPrefix: false })),
        ...teens.map((word, index) => ({ word, value: index + 11, isPrefix: false })),
        ...tens.map((word, index) => ({ word, value: 10 * (index + 2), isPrefix: false })),
        ...prefixes.map((word, index) => ({ word, value: 10 * (index + 1), isPrefix: true })),
      ].filter(({ word }) => word !== '');
      const pattern = new RegExp(`^(?:${groups.map(({ word }) => `(${plainWord(word)})`).join('|')})$`, 'u');
      return {
        sign: line[0] ?? '',
        pattern,
        values: groups.map((one) => [one.value, one.isPrefix] as const),
      };
    }),
);

/** Without accents, and in one spelling of Arabic, Persian and Turkish letters. */
export function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u0653-\u0655\u200c]/g, '')
    .toLowerCase()
    .replaceAll(/[ıةىیک]/g, (letter) => 'iهييك'.charAt('ıةىیک'.indexOf(letter)))
    .replaceAll('\u0307', '');
}

const isAnd = lazily(() => new RegExp(`^(?:${words.and}|بعد)$`, 'iu'));
