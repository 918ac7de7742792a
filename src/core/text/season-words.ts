/**
 * What each language calls a season and an episode: alternatives of a regular expression with the flags `u`
 * and `i`. A word stands before its number ("Season 2") or behind it ("2. Sezon"). `part` is the ordinary
 * word for an episode ("2. rész"); a word that also divides films and seasons ("Part 2") is in `divisions`.
 */
export interface LanguageWords {
  readonly season: string;
  readonly episode: string;
  readonly part?: string;
}

export const wordsByLanguage: Readonly<Record<string, LanguageWords>> = {
  af: { season: 'seisoen', episode: 'aflevering' },
  ar: { season: 'الموسم|موسم', episode: 'الحلقة|الحلقه|حلقة|حلقه' },
  az: { season: 'mövsüm|sezon', episode: 'bölüm|seriya' },
  be: { season: 'сезон', episode: 'серыя|эпізод' },
  bg: { season: 'сезон', episode: 'епизод|серия' },
  bn: { season: 'সিজন|মৌসুম', episode: 'এপিসোড|পর্ব' },
  bs: { season: 'sezona', episode: 'epizoda' },
  ca: { season: 'temporada', episode: 'cap[ií]tol|episodi' },
  cs: { season: 'řada|série|sezóna', episode: 'díl|epizoda', part: 'část' },
  cy: { season: 'cyfres|tymor', episode: 'pennod' },
  da: { season: 'sæson', episode: 'afsnit|afs', part: 'del' },
  de: { season: 'staffel', episode: 'folge|flg' },
  el: { season: 'κύκλος|κύκλου|σεζόν', episode: 'επεισόδιο|επ' },
  en: { season: 'seasons?|series', episode: 'episode|eps?|chapter' },
  es: { season: 'temporada|temp', episode: 'episodio|cap[ií]tulo|cap' },
  et: { season: 'hooaeg', episode: 'episood', part: 'osa' },
  eu: { season: 'denboraldia', episode: 'kapitulua|atala' },
  fa: { season: 'فصل', episode: 'قسمت' },
  fi: { season: 'kausi', episode: 'jakso', part: 'osa' },
  fil: { season: 'season', episode: 'kabanata|episode' },
  fr: { season: 'saison', episode: 'épisode' },
  ga: { season: 'sraith|séasúr', episode: 'eagrán|eipeasóid' },
  gl: { season: 'tempada', episode: 'episodio|cap[ií]tulo' },
  gu: { season: 'સીઝન', episode: 'એપિસોડ' },
  he: { season: 'עונה', episode: 'פרק' },
  hi: { season: 'सीज़न|सीजन', episode: 'एपिसोड|प्रकरण|अध्याय' },
  hr: { season: 'sezona', episode: 'epizoda' },
  hu: { season: 'évad', episode: 'epizód', part: 'rész' },
  hy: { season: 'եթերաշրջան|սեզոն', episode: 'սերիա|դրվագ' },
  id: { season: 'musim', episode: 'episode', part: 'bagian' },
  is: { season: 'þáttaröð', episode: 'þáttur', part: 'hluti' },
  it: { season: 'stagione', episode: 'puntata|episodio' },
  ja: { season: 'シーズン|シリーズ', episode: 'エピソード' },
  ka: { season: 'სეზონი', episode: 'სერია|ეპიზოდი' },
  kk: { season: 'маусым|сезон', episode: 'бөлім|серия' },
  km: { season: 'រដូវកាល', episode: 'ភាគ' },
  kn: { season: 'ಸೀಸನ್', episode: 'ಸಂಚಿಕೆ|ಎಪಿಸೋಡ್' },
  ko: { season: '시즌', episode: '에피소드' },
  ky: { season: 'сезон', episode: 'бөлүк|серия' },
  lo: { season: 'ລະດູການ', episode: 'ຕອນທີ|ຕອນ' },
  lt: { season: 'sezonas', episode: 'serija', part: 'dalis' },
  lv: { season: 'sezona', episode: 'sērija', part: 'daļa' },
  mk: { season: 'сезона', episode: 'епизода' },
  ml: { season: 'സീസൺ', episode: 'എപ്പിസോഡ്|എപ്പിസോഡ' },
  mn: { season: 'улирал', episode: 'анги' },
  mr: { season: 'सीझन|हंगाम', episode: 'एपिसोड', part: 'भाग' },
  ms: { season: 'musim', episode: 'episod', part: 'bahagian' },
  my: { season: 'ရာသီ', episode: 'အပိုင်း' },
  nb: { season: 'sesong', episode: 'episode', part: 'del' },
  ne: { season: 'सिजन', episode: 'एपिसोड', part: 'भाग' },
  nl: { season: 'seizoen|reeks', episode: 'aflevering|afl', part: 'deel' },
  pa: { season: 'ਸੀਜ਼ਨ', episode: 'ਐਪੀਸੋਡ' },
  pl: { season: 'sezon', episode: 'odcinek|odc' },
  pt: { season: 'temporada', episode: 'epis[oó]dio|cap[ií]tulo' },
  ro: { season: 'sezonul|sezon', episode: 'episodul|episod' },
  ru: { season: 'сезон[аы]?', episode: 'серия|эпизод|выпуск' },
  si: { season: 'වාරය', episode: 'කොටස' },
  sk: { season: 'séria|sezóna', episode: 'diel|epizóda', part: 'časť' },
  sl: { season: 'sezona', episode: 'epizoda', part: 'del' },
  sq: { season: 'sezoni', episode: 'episodi' },
  sr: { season: 'сезона|sezona', episode: 'епизода|epizoda' },
  sv: { season: 's[äa]song', episode: 'avsnitt|avs', part: 'del' },
  sw: { season: 'msimu', episode: 'sehemu|kipindi' },
  ta: { season: 'சீசன்|பருவம்', episode: 'எபிசோட்|அத்தியாயம்' },
  te: { season: 'సీజన్', episode: 'ఎపిసోడ్' },
  th: { season: 'ฤดูกาลที่|ฤดูกาล|ซีซั่น|ซีซัน|ซีซันที่', episode: 'ตอนที่|ตอน' },
  tr: { season: 'sezon', episode: 'bölüm|böl' },
  uk: { season: 'сезон', episode: 'серія|епізод|випуск' },
  ur: { season: 'سیزن', episode: 'قسط|ایپیسوڈ' },
  uz: { season: 'mavsum|фасл', episode: 'qism|қисм' },
  vi: { season: 'mùa|phần', episode: 'tập' },
};

const all = Object.values(wordsByLanguage);

/** The longest first: an alternative that begins another would hide it. */
function join(parts: readonly string[]): string {
  return [...new Set(parts.flatMap((part) => part.split('|')))]
    .toSorted((a, b) => b.length - a.length)
    .join('|');
}

const season = join([
  ...all.map((words) => words.season),
  String.raw`sez[oó]n\p{L}{0,2}|sez|s[ée]ria|s[ée]rie|季|сезоны`,
]);

const episode = join([
  ...all.map((words) => words.episode),
  'epi[sz][oó]da?|epis[oó]dio?|episood|s[ēe]rija|эпізод|епизода?|випуск|tap',
]);

/** The ordinary word for an episode, which also names a part. */
const part = join(all.flatMap((words) => words.part ?? []));

/**
 * Words that divide a season or a film: evidence of an episode only with the number of all, or at the start
 * of a label. Behind a season such a part is never its episode: "Season 3 Part 2".
 */
const divisions = [
  'part|teil|parte|partie|part\\.?a|partea|część|cz|dio|μέρος|kısım',
  'часть|частина|част|частка|الجزء|חלק|ภาค|パート|파트|pt|pts',
].join('|');

/** What divides a season, and says nothing where it stands alone. */
const halves = 'volume|vol|cour|クール';

/** What stands between a number and the number of all: "3 of 8". No number beyond it is an episode. */
const total = [
  'of|out of|von|von insgesamt|sur|de|de un total de|di|su|van|van de|av|af|z|ze|zo|od|iz',
  'izmed|din|iš|no|dari|trên',
  'из|з|із|от|од|از|από|από τα|من|מתוך|จาก|में से',
].join('|');

/** The next, the previous or the newest one, which is not the one that plays. */
const other = [
  'next|coming|upcoming|previous|nächste|vorherige|weiter mit|suivant|prochain|précédent',
  'siguiente|anterior',
  'próxim[oa]|seguinte|prossim[oa]|volgende|vorige|nästa|neste|næste|forrige|seuraava|następny|další|ďalš',
  'következő|sonraki|следующ|наступн|следващ|επόμεν|next up|次回|次の|下一|下集|다음|التالي|הבא|ถัดไป',
  'berikutnya|tiếp theo|更新至|更新到|已更新|連載至|newest|latest|updated to|neueste|最新',
].join('|');

/** Behind a number: a preview of the episode, which is not the episode. */
const preview = [
  'trailer|teaser|preview|promo|vorschau|bande-annonce|tr[aá]iler|avance|zapowiedź|fragman|upoutávka',
  '예고|予告|预告|預告|трейлер|анонс|промо|إعلان|קדימון|ตัวอย่าง',
].join('|');

/** Words of seasons that also name a whole show, so that they need no number: "A series. Episode 3". */
const alsoShow = 'series|s[ée]rie|s[ée]ria|seria|シリーズ|cyfres|sraith';

export const seasonWords = {
  season,
  episode,
  part,
  divisions,
  halves,
  total,
  other,
  preview,
  alsoShow,
} as const;
