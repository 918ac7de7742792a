import { defined } from '../values/defined';

/** A title without what services add to it. */
export interface CleanTitle {
  readonly title: string;
  /** The year that stood in brackets behind it. */
  readonly year?: number;
  /** Another cut was named, which is longer or shorter than the known one. */
  readonly isOtherCut: boolean;
}

/**
 * The title without quality, dubbing, subtitles, cut, year and advertising words of any language: "Dune (2021)
 * [4K UHD]", "インセプション【吹替】", "Film – Extended", "Watch Film". Searched for and judged by the same form.
 * Only whole brackets, the last part behind a separator and first words are taken off, and only where they say
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

/** The outermost thing that a service has added, and the title without it. */
function addition(title: string): { readonly rest: string; readonly added: string } | undefined {
  for (const [pattern, isMark] of places) {
    const { rest, added = '' } = pattern.exec(title)?.groups ?? {};
    if (rest !== undefined && isMark(added)) return { rest: rest.trim(), added };
  }
  return undefined;
}

/** Of a title with single spaces. */
const places: readonly (readonly [RegExp, (added: string) => boolean])[] = [
  [
    /^(?<rest>.+?) ?[([（［【〔「<](?<added>[^([（［【〔「<]{1,60})[)\]）］】〕」>]$/u,
    (text) => isMark(text) || yearIn(text) !== undefined,
  ],
  [/^[([（［【〔](?<added>[^)\]）］】〕]{1,40})[)\]）］】〕] ?(?<rest>.+)$/u, isMark],
  [/^(?<rest>.+?)(?: [-–—|•·]|[:：|｜]) ?(?<added>[^|｜•·]{1,60})$/u, isMark],
  [/^(?<added>[^ ]+) (?<rest>.+)$/u, (text) => leadPattern().test(text)],
  [/^(?<rest>.+?) (?<added>[^ ]+(?: [^ ]+)?)$/u, (text) => tailPattern().test(text)],
];

function yearIn(text: string): number | undefined {
  const [year] = /^\s*(?:18|19|20)\d\d\s*$/.exec(text) ?? [];
  return year === undefined ? undefined : Number(year);
}

function isMark(text: string): boolean {
  return markPattern().test(text.normalize('NFKC'));
}

const quality = [
  '4k|8k|uhd|ultra hd|(?:full )?hd|fhd|sd|hdr(?:10)?\\+?|dolby (?:vision|atmos)|imax(?: enhanced)?|3d|(?:480|720|1080|2160)p',
  '(?:4k |digitally )?remaster(?:ed)?|restored|restauriert|restauré|blu-?ray|dvd|web-?dl|高画質|高清|超清|蓝光',
  'fsk ?\\d+|pg-?13|1[268]\\+|new|neu|nuevo|nouveau',
].join('|');

const cut = [
  "(?:the )?(?:director[’']?s|final|theatrical|extended|ultimate|unrated|uncut)(?: (?:cut|edition|version))?",
  "(?:special|anniversary|collector[’']?s) edition|langfassung|kinofassung|version (?:longue|intégrale)",
  'versi[oó]n (?:extendida|del director)|versione estesa|режиссёрская версия|расширенная версия',
  'ディレクターズ・?カット版?|完全版|劇場公開版|無修正版|무삭제판?|감독판|확장판|加长版|导演剪辑版|導演剪輯版',
].join('|');

const tongues = [
  'english|german|deutsch|french|français|spanish|español(?: latino)?|italian[oa]?|japanese|korean|hindi|tamil|telugu',
  'arabic|russian|polski|português|türkçe|castellano|latino|brazilian portuguese|chinese|mandarin|cantonese|thai|한국어',
].join('|');

const voices = [
  `(?:${tongues})? ?(?:dub(?:bed)?|sub(?:bed|s|titles|titled)?|audio|dubbing|version)(?: (?:${tongues}))?|${tongues}`,
  'o\\.?v\\.?|om(?:d|e)?u|omeu|ut|v\\.?o\\.?|v\\.?f\\.?|vff|vfq|vfi|vost(?:fr|en|a)?|vose|v\\.?o\\.?s\\.?e?',
  'originalversion|originalfassung|deutsche fassung|mit untertiteln?|untertitelt|synchronisiert|version (?:originale|française)|sous-titré|doublé',
  'doblad[oa](?: al español)?|subtitulad[oa]|versi[oó]n original|dublad[oa]|legendad[oa]|doppiat[oa]|sottotitolat[oa]|sub ita',
  '(?:türkçe )?(?:dublaj|altyazı)l?ı?|orijinal dil|lektor(?: pl)?|napisy(?: pl)?|dubbing pl|z napisami|dabing|titulky|szinkronizált|feliratos',
  'nl gesproken|nederlands (?:gesproken|ondertiteld)|ondertiteld|svenskt tal|dansk tale|norsk tale|dubbad|suomeksi puhuttu|tekstitetty',
  'дубляж|дублированный|дублирован|субтитры|с субтитрами|озвучка|многоголосый|оригинал|українською|дубльований',
  '字幕版?|吹替え?版?|吹き替え版?|日本語(?:吹替え?|字幕)版?|吹替・字幕|原語版|英語版',
  '더빙판?|자막판?|한글 ?자막|우리말 ?더빙|한국어 ?더빙|원어',
  '原声版?|原聲版?|[国國]语版?|國語版?|粤语版?|粵語版?|普通话版?|中文(?:配音|版|字幕)版?|配音版?|英文版|中字|双语|雙語|[中英日]文字幕',
  '(?:مدبلج|مترجم)ة?(?: (?:عربي|للعربية|بالعربية|بالعربي))?|مدبلجة|נדובב|מדובב|מתורגם|כתוביות(?: בעברית)?',
  '(?:พากย์|ซับ|เสียง)ไทย|บรรยายไทย|lồng tiếng|thuyết minh|phụ đề|vietsub|(?:dub|sub) indo|हिंदी|हिन्दी(?: डब)?|हिंदी डब',
  'μεταγλωττισμένο|υπότιτλοι|με υπότιτλους|дублаж|субтитри|sinkronizirano|titlovano|subtitrat|dublat',
].join('|');

const advertising = [
  '(?:full|complete|entire) (?:movie|film|episode)s?(?: (?:online|free|hd))*|film complet(?: en (?:streaming|français))?|ganzer film(?: deutsch)?',
  'pel[ií]cula completa(?: en español)?|film(?:e)? completo?(?: (?:dublado|italiano))?|cały film|полный фильм|фильм полностью|смотреть онлайн',
  '(?:watch|stream(?:ing)?|see)(?: (?:online|now|free|for free|gratis|vf|hd))*|online(?: (?:free|kijken|ansehen|anschauen|gratis|schauen))?|free|gratis|kostenlos|voir en streaming|jetzt (?:ansehen|streamen)|ver online|full hd izle|(?:türkçe )?izle|tek parça izle',
  '在线观看|線上看|免费观看|全集|正片|本編|전편|다시보기|مشاهدة(?: اون لاين)?|اون لاين|צפייה ישירה|ดูฟรี|xem phim',
].join('|');

const markPattern = once(() => {
  const one = `(?:${quality}|${cut}|${voices}|${advertising})`;
  return `^\\s*${one}(?:[\\s,/+&·・|-]+${one})*\\s*$`;
});
const cutPattern = once(() => `^\\s*(?:${cut})\\s*$`);

/** First words that only say what one can do here, or what it is. */
const leadPattern = once(
  () => '^(?:watch|مسلسل|فيلم|انمي|أنمي|مشاهدة|смотреть|фильм:|сериал:|film:|movie:|serie:)$',
);
/** Last words that need no sign before them: no title ends with them in these letters. */
const tailPattern = once(
  () =>
    '^(?:4k|uhd|4k uhd|omu|omdu|vostfr|vf|izle|(?:türkçe )?dublaj|online izle|مترجم|مترجمة|مدبلج|مدبلجة|зі субтитрами|字幕版|吹替版|吹き替え版|vietsub|พากย์ไทย|ซับไทย)$',
);

/** Made when it is used: most titles of a page need none. */
function once(source: () => string): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= new RegExp(source(), 'iu'));
}
