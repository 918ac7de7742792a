import { gap, lazyPattern, lazyPatterns, link, oneOf, ordinal, wordEnd, wordStart } from './label-pattern';
import { readNumber } from './numerals';
import { seasonWords as words } from './season-words';

/** A place in a text that states the number of a season, of an episode, or of both. */
export type LabelMark = Readonly<{
  season?: number | undefined;
  episode?: number | undefined;
  /** The total number of episodes; of seasons if only a season is stated. */
  total?: number | undefined;
  /** Indices into the text. */
  start: number;
  end: number;
}>;

export type FindMarks = (text: string) => LabelMark[];

/** A season and its episode side by side: "S1:E2", "Staffel 1, Folge 2", "2期 3話", "1x02". */
export const findPairs: FindMarks = marks(() => [
  `${anySeason()}${gap}x?(?:${blank}+${gap})?${afterSeason()}`,
  // Episode 2, Season 1; Episode 2 of Season 1
  [
    anyEpisode(),
    oneOf([
      String.raw`\s?[,;:·•|/()–—-]\s?`,
      String.raw`\s(?:${words.total})\s(?:\p{L}{1,3}\s)?`,
      String.raw`\s`,
    ]),
    oneOf([seasonWord(), String.raw`\(?[st][.:]?\s?(?<s6>\d{1,2})`]),
    wordEnd,
  ].join(''),
  // 2-сезон 3-серия, 2-mavsum 3-qism
  String.raw`${wordStart}(?<s>\d{1,2})-\p{L}{0,3}\s?(?:${words.season})[\s,]{1,2}(?<e>\d{1,4})-?\s?` +
    String.raw`(?:${words.episode})`,
  String.raw`${wordStart}(?<s>\d{1,2})-\p{L}{0,3}\s?(?:${words.season})[\s,]{1,2}(?:${words.episode})\s?` +
    String.raw`(?<e>\d{1,4})${wordEnd}`,
  // ภาค, ปี and الجزء mean a season only if an episode follows.
  String.raw`${wordStart}(?:ปีที่|ปี|ภาคที่|ภาค|الجزء)\s?(?<s>\d{1,2})${gap}${anyEpisode()}`,
  // [Cap.408] of file names: season 4, episode 8
  String.raw`\[cap\.?\s?(?<s>\d{1,2})(?<e>\d\d)\]`,
  // Show S3 - 01 [1080p]
  String.raw`(?<=\s)S(?<s>\d{1,2})\s[-–]\s(?<e>\d{1,4})${version}(?=${fileFacts})`,
  // 1x02, 1x02x03. More digits are a picture size or a race, unless separators surround them.
  String.raw`${wordStart}0?(?<s>\d{1,2})[x×](?<e>\d\d)(?:(?=[x×]\d\d(?!\d))|${wordEnd}(?!\s?[x×:]))`,
  [
    String.raw`(?<=^|[\s(\[|·•–—-])(?<s>\d{1,2})\s?[x×]\s?(?<e>\d{1,4})`,
    String.raw`(?=$|[)\]|·•–—:]|\s[–—|·•-])`,
  ].join(''),
]);

/** A season alone, by its word. */
export const findSeasons: FindMarks = marks(() => [
  `${seasonWord()}${ofAll}${wordEnd}`,
  cjkSeason,
  // Show.S04.1080p
  String.raw`(?<=[\s._])S(?<s>0\d|[1-4]\d(?=\.))(?=[\s._]|$)` +
    String.raw`(?![\s._]{0,3}(?:e|x|\d{1,2}(?!\d)))`,
]);

/** Seasons, and issues of a show, which Chinese numbers in the same way. */
export function seasonsAndIssues(text: string) {
  const all = findSeasons(text);
  return {
    seasons: all.filter((mark) => !isIssue(mark, text)),
    issues: all.filter((mark) => isIssue(mark, text)).map(toIssue),
  };
}

/**
 * Chinese numbers the issues of a show as Japanese numbers seasons: 第32期. It is an issue if the number is too
 * high for a season, or if a title in brackets or after a colon follows.
 */
function isIssue({ season = 0, start, end }: LabelMark, text: string): boolean {
  if (!text.slice(start, end).includes('期') || /[\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(text))
    return false;
  return season >= 10 || /^\s?[:：（(]/u.test(text.slice(end));
}

function toIssue({ season, ...mark }: LabelMark): LabelMark {
  return { ...mark, episode: season };
}

/**
 * "1. posiedzenie": a lower-case letter follows, so the number is an ordinal and no title begins. "The 100th
 * Episode" is a name.
 */
export function isOrdinal({ start, end }: LabelMark, text: string): boolean {
  const [before, stated, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  if (/^\d+(?:st|nd|rd|th)\s/iu.test(stated)) return /\bthe\s$/iu.test(before) || /^\sspecial/iu.test(after);
  return /^\s*\d+\.\s*$/.test(stated) && /^\p{Ll}/u.test(after);
}

/** `undefined` if the number after it is another season or an episode: "Seasons 1 2 3", "第二季 36". */
export function certainSeason(season: LabelMark, text: string): LabelMark | undefined {
  const { start, end } = season;
  const isShow = showNumbered(text.slice(start, end)).length > 0;
  const isOpen = numberBehind.test(text.slice(end)) || isShow;
  return isOpen ? undefined : season;
}

const numberBehind = new RegExp(
  String.raw`^[\s.,:–-]{1,3}\d{1,3}(?=\s*$|[\s.,]{1,2}\d|\s(?:to|and|complete)\b|\s?[-([)\]]|\.\p{L})`,
  'iu',
);
const showNumbered = lazyPattern(() => String.raw`^(?:${words.alsoShow})(?:\s?:|\s0)`);

/** An episode alone, by its word or its sign. */
export const findEpisodes: FindMarks = marks(() => [
  `${anyEpisode()}${ofAll}${wordEnd}`,
  // E12 – Title, Krimi • F03 • 27 min: nothing but the letter and the number between two separators.
  String.raw`(?:(?<=^\s*|[|·•–—:(\[-]\s?)e|(?<=^\s*|[|·•–—:(\[]\s?|-\s)f(?=0))` +
    String.raw`(?<e>\d{1,4})${ofAll}(?=\s*$|\s?[|·•–—:)\]-])`,
  // [Group] Show - 13v2 [1080p], Show.E195.Title
  String.raw`(?<=(?<!\d\d)\s[-–]\s)(?!(?:19|20)\d\d)(?<e>\d{2,4})${version}(?=${fileFacts})`,
  String.raw`(?<=[\p{L}\d]\.)e(?<e>\d{2,4})(?=\.)`,
  // The Show (3/6)
  String.raw`\((?<e>\d{1,4})\s?/\s?(?<t>\d{1,4})\)`,
  // 7. Title, but not 7. October
  String.raw`^\s*(?<e>\d{1,4})\.\s+(?=\p{L})(?!${months}|${counted})`,
  // #3 Title; Show #3
  String.raw`(?<=^|[${cjk}][!?！？]?\s)#(?<e>\d{1,4})(?=\s*$|\s+[${cjk}])`,
  String.raw`(?<=[\p{L}\p{N}!?！？～]\s?)#(?<e>\d{1,4})(?=\s*$|\s?[\[［（(～「『])`,
]);

/** A part alone: "Part 3 of 8", "Del 3", "2. rész". */
export const findParts: FindMarks = marks(() => [
  `${wordStart}(?:${anyPart})${link}(?<e>\\d{1,4})${ofAll}${wordEnd}`,
  `${wordStart}(?<e>\\d{1,4})${ordinal}?\\s?(?:${anyPart})${ofAll}${wordEnd}`,
]);

/** All numbers of a text that is known to be an episode's label and not a name. */
export const findInLabel: FindMarks = marks(() => [
  String.raw`^\s*#?\s?(?<e>\d{1,4})${ofAll}\s*$`,
  String.raw`^\s*第\s?(?<e>${kanji})\s?期\s*$`,
  // Ukjent 2, nummer 3: any words before the numbers.
  [
    String.raw`^\s*(?:\p{L}{1,14}\s(?<s>\d{1,2})[\s,;:·•|/–-]{1,4})?`,
    String.raw`(?!(?:${words.total}|${words.and}|${words.through})\s)\p{L}{1,14}[\s.:#]{0,3}`,
    String.raw`(?<e>\d{1,4})(?=\s*(?:$|[:|·•–-]))`,
  ].join(''),
  String.raw`^\s*#(?<e>\d{1,4})(?=\s)`,
]);

const cjk = String.raw`\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}`;
export const anyPart = `${words.part}|${words.divisions}`;
/** Replaces a text that is not one of the episode's numbers. */
export const blank = '\u0000';
/** Other numbered things: sittings, matchdays, birthdays. */
const counted =
  String.raw`(?:sitzung|plenar|spieltag|runde|etappe|jahrestag|geburtstag|jahrhundert|` +
  String.raw`advent|klasse|liga)\p{L}*`;
export const kanji = String.raw`\d{1,4}|[〇零一二两三四五六七八九十百千]{1,7}`;
const seasonNumber = String.raw`(?:19|20)\d\d(?!\d)|\d{1,2}(?!\d)|[IVXL]{1,6}(?!\p{L})`;
const months = oneOf([
  String.raw`(?:jan|feb|m[aä]r|apr|ma[ijy]|jun|jul|aug|sep|o[ck]t|nov|de[czs])\p{L}{0,6}[.,]?(?:\s|$)`,
  String.raw`\p{L}+\.?\s(?:19|20)\d\d`,
]);
const ofAll = String.raw`(?:\s?(?:/|(?:${words.total})\s)\s?(?<t>\d{1,4})(?!\d))?`;

/** "v2" after the number: a new version of a file. */
const version = String.raw`(?:v\d)?`;
/** Text in brackets in a file name: its quality, or a checksum. */
const fileFacts =
  String.raw`\s{0,2}[\[(](?:[^\])]{0,40}\s)?(?:\d{3,4}[pi]|\d{3,4}x\d{3,4}|[hx]\.?26[45]|[0-9a-f]{8}[\])]|` +
  String.raw`bd|dvd|web|hevc|aac)`;

const cjkSeason = String.raw`第\s?(?<s>${kanji})\s?(?:季|期|部|シーズン|シリーズ)`;

/** Season 2 or Staffel II; 2. Sezon or 2nd season; 1 сезон, without an ordinal sign. */
function seasonWord(): string {
  const wordFirst =
    String.raw`(?<!\d-\p{L}{0,3}\s?)(?:${words.season})${link}(?<s>${seasonNumber}|` +
    String.raw`[二三四五六七八九十]{1,3})`;
  const bare = String.raw`\s?(?:сезона?|sezonas|sezona|シーズン|季)`;
  const numberFirst = String.raw`(?<s2>\d{1,2})(?:${ordinal}\s?(?:${words.season})|${bare})`;
  // "II. série"
  const romanFirst = String.raw`(?<s7>[IVX]{1,5})\.?\s(?:${words.season})`;
  return `${wordStart}(?:${wordFirst}|${numberFirst}|${romanFirst})`;
}

/** Seasons that are certain because an episode follows: also "S1", "T2", "Ř22", "2期", "St 1". */
export function anySeason(): string {
  const letter =
    String.raw`[stkřéσκсчмج][.:]?|[stk]\.\s|s\s(?=\d{1,2}\s?[|·•,-]\s?e)|` +
    String.raw`(?:st|sn|se|ssn|sais|stag|säs|kl)[.:]?\s?|` +
    String.raw`[עم]['׳]?\s?`;
  return oneOf([
    seasonWord(),
    cjkSeason.replace('<s>', '<s5>'),
    String.raw`${wordStart}(?:${letter})(?<s3>(?:19|20)\d\d|\d{1,3})`,
    String.raw`${wordStart}(?<s4>\d{1,2})\s?(?:期|기|季|部)`,
  ]);
}

/** The forms of an episode directly after its season. */
export function afterSeason(): string {
  const word =
    String.raw`(?:(?:${words.episode}|${words.part}|ch|fo|jak|сер|вып|ép|éd)${link}|` +
    String.raw`(?:[efoajdrbctéεэхл]|פ['׳]?|ح)[\s_.:：#№°º-]{0,4})`;
  return oneOf([
    String.raw`${word}(?<e>\d{1,4})${version}${ofAll}` + String.raw`(?:${wordEnd}|(?=e\d))`,
    cjkEpisode,
    String.raw`(?<e2>\d{1,4})${ordinal}?\s?(?:${words.episode}|${words.part})${wordEnd}`,
    String.raw`#\s?(?<e3>\d{1,4})${wordEnd}`,
    String.raw`(?<e4>\d{1,4})\.(?=\s)`,
    String.raw`(?<=\()(?<e5>\d{1,4})/(?<t2>\d{1,4})\)`,
  ]);
}

const cjkEpisode = oneOf([
  String.raw`(?:第|제|#)?\s?(?<e6>\d{1,4})\s?(?:話|话|集|回|화|회)`,
  String.raw`第\s?(?<e7>${kanji})\s?(?:話|话|集|回)`,
  String.raw`(?:エピソード|에피소드)\s?(?<e8>\d{1,4})`,
  String.raw`其の(?<e11>${kanji})`,
]);

function anyEpisode(): string {
  const bare = String.raw`\s?(?:серия|серія|серыя|выпуск|serija|sērija|bölüm(?!\s\d))`;
  return oneOf([
    String.raw`${wordStart}(?<!\d-)(?:${words.episode})${link}(?<e>\d{1,4})${version}`,
    // Thai and Chinese have no spaces between words. A counter after the number means that it counts
    // something else.
    String.raw`(?:ตอนที่|ตอน)${link}(?<e9>\d{1,4})`,
    String.raw`第${link}(?<e10>\d{1,4})(?!\s?[季期部\p{sc=Hani}])`,
    String.raw`${wordStart}(?<e2>\d{1,4})(?:${ordinal}\s?(?:${words.episode})(?!\.\p{L})|${bare})`,
    cjkEpisode,
  ]);
}

/** The marks of all patterns, whose named groups begin with `s` (season), `e` (episode) or `t` (total). */
export function marks(patterns: () => string[]): FindMarks {
  const find = lazyPatterns(patterns);
  return (text) => find(text).flatMap(toMark);
}

/** Empty if what looks like a number is none ("Season ill"). */
function toMark({ groups = {}, index, 0: whole }: RegExpExecArray): LabelMark[] {
  const numberOf = (letter: string) => {
    const found = Object.entries(groups).find(
      ([name, value]) => name.startsWith(letter) && value !== undefined,
    );
    if (found === undefined) return undefined;
    const [, value] = found;
    return readNumber(value, 'any') ?? Number.NaN;
  };
  const [season, episode, total] = ['s', 'e', 't'].map(numberOf);
  if ([season, episode, total].some((number) => Number.isNaN(number))) return [];
  return [{ season, episode, total, start: index, end: index + whole.length }];
}
