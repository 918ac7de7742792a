const quality = [
  '4k|8k|uhd|ultra hd|(?:full )?hd|fhd|sd|hdr(?:10)?\\+?|dolby (?:vision|atmos)|imax(?: enhanced)?',
  '3d|(?:480|720|1080|2160)p',
  '(?:4k |digitally )?remaster(?:ed)?|restored|restauriert|restauré|blu-?ray|dvd|web-?dl|高画質|高清|超清|蓝光',
  'fsk ?\\d+|pg-?13|1[268]\\+|new|neu|nuevo|nouveau|in (?:4k|u?hd)|restaurierte fassung|[字吹二デ多解再新終生無双映]',
].join('|');

const cut = [
  "(?:the )?(?:director[’']?s|final|theatrical|extended|ultimate|unrated|uncut)(?: (?:cut|edition|version))?",
  "(?:special|collector[’']?s) edition|(?:\\d+th )?anniversary(?: edition)?",
  'langfassung|kinofassung|version (?:longue|intégrale)',
  'versi[oó]n (?:extendida|del director)|versione estesa|режиссёрская версия|расширенная версия',
  'ディレクターズ・?カット版?|完全版|劇場公開版|無修正版|무삭제판?|감독판|확장판|加长版|导演剪辑版|導演剪輯版',
].join('|');

const tongues = [
  'english|german|deutsch|french|français|spanish|español(?: latino)?|italian[oa]?|japanese|korean',
  'hindi|tamil|telugu|bengali|kannada|malayalam|marathi|urdu|persian|hebrew|greek|turkish|ukrainian',
  'polish|dutch|swedish|danish|norwegian|finnish|czech|slovak|hungarian|romanian|bulgarian|croatian',
  'serbian|vietnamese|indonesian|malay',
  'arabic|russian|polski|português|türkçe|castellano|latino|brazilian portuguese|chinese|mandarin',
  'cantonese|thai|한국어',
].join('|');

const voices = [
  `(?:${tongues})? ?(?:dub(?:bed)?|sub(?:bed|s|titles|titled)?|audio|dubbing|version)(?: (?:${tongues}))?`,
  tongues,
  'o\\.?v\\.?|om(?:d|e)?u|omeu|ut|v\\.?o\\.?|v\\.?f\\.?|vff|vfq|vfi|vost(?:fr|en|a)?|vose',
  'v\\.?o\\.?s\\.?(?:e\\.?)?|dt\\.?',
  'with (?:english )?subtitles|(?:with )?asl|audio ?descri(?:ption|bed)|audiodeskription|audiodescripción',
  '(?:mit )?audiodeskription|hörfassung|audio-?descri(?:ta|ção)|audiodescri(?:ption|zione)',
  '(?:z )?audiodeskrypcj[aą]|syntolk(?:at|ad)|synstolket|kuvailutulkattu|тифлокомментарии|解説放送?|副音声|화면해설',
  '(?:mit |in )?gebärdensprache|(?:en )?langue des signes',
  'lsf|lis|bsl|dgs|teckentolkat|tegnspråk(?:tolket)?|手話',
  'originalversion|(?:original|synchron|deutsche |englische |französische |spanische |italienische )fassung',
  'mit untertiteln?|untertitelt|synchronisiert',
  'version (?:originale|française|anglaise|québécoise)|sous-titré|doublé',
  'versione (?:italiana|originale|inglese)',
  'originele versie|nederlandse versie|versão (?:original|portuguesa|brasileira)|versión (?:española|latina)',
  'doblad[oa](?: al español)?|subtitulad[oa]|versi[oó]n (?:original|doblada|subtitulada)',
  'versão (?:dublada|legendada)|dublad[oa]|legendad[oa]',
  'doppiat[oa]|sottotitolat[oa]|(?:sub|dub)[ -](?:ita|pt|esp|eng|indo)',
  '(?:türkçe )?(?:dublaj|altyazı)l?ı?|orijinal dil|lektor(?: pl)?|napisy(?: pl)?|dubbing pl',
  'z napisami|(?:(?:český|slovenský|cz|sk) )?dabing|(?:(?:české|slovenské|cz|sk) )?titulky|szinkronizált',
  'feliratos|magyar(?:ul| szinkron(?:nal|os)?| felirattal)?|dubbing indonesia',
  'nl gesproken|nederlands (?:gesproken|ondertiteld)|ondertiteld|svenskt tal|dansk tale|norsk tale',
  'dubbad|suomeksi puhuttu|tekstitetty',
  'дубляж|дублированный(?: перевод)?|дублирован|субтитры|с субтитрами|озвучка|многоголосый|оригинал',
  'українською',
  'дубльований',
  '字幕版?|吹替え?版?|吹き替え版?|日本語(?:吹替え?|字幕)版?|吹替・字幕|原語版|英語版',
  '더빙판?|자막판?|한글 ?자막|우리말 ?더빙|한국어 ?더빙|원어',
  '原声版?|原聲版?|[国國][语語](?:配音)?版?|[英日][语語]版?|粤语版?|粵語版?|普通话版?|中文(?:配音|版|字幕)版?',
  '[日中国粤]配|配音版?|英文版|中字|中英字幕|简体|繁體|双语|雙語|[中英日]文字幕',
  '(?:مدبلج|مترجم)ة?(?: (?:عربي|للعربية|بالعربية|بالعربي))?|مدبلجة',
  'נדובב|מדובב(?: לעברית)?|מתורגם|(?:עם )?תרגום|כתוביות(?: בעברית)?',
  '(?:دوبله|زیرنویس)(?: فارسی)?|با زیرنویس(?: فارسی)?',
  '(?:พากย์|ซับ|เสียง)ไทย|บรรยายไทย|lồng tiếng|thuyết minh|phụ đề|vietsub|(?:dub|sub) indo|हिंदी',
  'हिन्दी(?: डब)?|हिंदी डब',
  'μεταγλωττισμένο|(?:με )?(?:ελληνικούς )?υπότιτλο(?:ι|υς)',
  'дублаж|субтитри|sinkronizirano|titlovano|subtitrat|dublat',
].join('|');

const advertising = [
  '(?:full|complete|entire) (?:movie|film|episode)s?(?: (?:online|free|hd))*',
  'film complet(?: en (?:streaming|français))?|ganzer film(?: deutsch)?',
  'pel[ií]cula completa(?: en español)?|film(?:e)? completo?(?: (?:dublado|italiano))?|cały film',
  'полный фильм|фильм полностью|смотреть онлайн',
  '(?:watch|stream(?:ing)?|see)(?: (?:online|now|free|for free|gratis|vf|hd))*',
  'online(?: (?:free|kijken|ansehen|anschauen|gratis|schauen))?|free|gratis|kostenlos',
  'voir en streaming|jetzt (?:ansehen|streamen)|ver online|full hd izle|(?:türkçe )?izle',
  'tek parça izle',
  '在线观看|線上看|免费观看|全集|正片|本編|전편|다시보기|مشاهدة(?: اون لاين)?|اون لاين|צפייה ישירה|ดูฟรี|xem phim',
].join('|');

/** First words of invitations and of kinds of works. */
const lead = 'watch|مسلسل|فيلم|فیلم|سریال|انیمه|انمي|أنمي|مشاهدة|смотреть|фильм:|сериал:|film:|movie:|serie:';

/** Last words that need no punctuation before them. In these scripts no title ends with them. */
const tail = [
  '4k|hd|uhd|4k uhd|vost|omu|omdu|vostfr|vf|izle|(?:türkçe )?dublaj|online izle|مترجم|مترجمة|مدبلج|مدبلجة',
  '(?:hindi|tamil|telugu|english) (?:dub(?:bed)?|sub(?:bed)?)|sub (?:ita|indo|español)|(?:türkçe )?altyazılı',
  'online free|full movie|en streaming|(?:jetzt|online) (?:ansehen|streamen|schauen)',
  'دوبله فارسی|смотреть онлайн',
  'in (?:4k|hd)|国语|國語|粤语版|普通话版|中文版|英文版|高清|더빙판|자막판|зі субтитрами|字幕版|吹替版|吹き替え版|vietsub|พากย์ไทย|ซับไทย',
].join('|');

/** Words that follow the verb in titles ("Watch Out"), and that no title begins with. */
const objects =
  'out|over|me|us|him|her|it|them|your?|yourself|my|for|and|or|with|this|what|while|dogs?|tower';

/**
 * The places of additions in a title with single spaces: after it in brackets, before it, after a separator …
 */
const places = [
  String.raw`^(?<rest>.+?) ?[([（［【〔「<](?<added>[^([（［【〔「<]{1,60})[)\]）］】〕」>]$`,
  String.raw`^[([（［【〔](?<added>[^)\]）］】〕]{1,40})[)\]）］】〕] ?(?<rest>.+)$`,
  String.raw`^(?<rest>.+?)(?: [-–—|•·]|[:：|｜]) ?(?<added>[^|｜•·]{1,60})$`,
  // "Watch Out" is a title, "Watch Inception" an invitation.
  `^(?<added>(?!watch (?:${objects})(?![^ ]))[^ ]+) (?<rest>.+)$`,
  '^(?<rest>.+?) (?<added>[^ ]+(?: [^ ]+)?)$',
];

/** Letters of one script each. The first script that matches is that of the title; kana come with kanji. */
const scripts = [
  String.raw`[\p{sc=Hira}\p{sc=Kana}]`,
  ...['Hani', 'Hang', 'Cyrl', 'Arab', 'Hebr', 'Grek', 'Thai', 'Deva'].map(
    (script) => String.raw`\p{sc=${script}}`,
  ),
  String.raw`[\p{sc=Latn}\p{N}]`,
];

/** What a part of a work is called. */
const part = [
  'part|pt|teil|parte|partie|deel|del|osa|czesc|cast|resz|часть|частина|част|volume|vol|chapter',
  'delen|μερος|חלק|chapitre|capitulo|capitolo|kapitel|rozdzial|глава|tome|tom|bolum|kisim|الجزء|파트|パート',
].join('|');

/** Behind the number of a part: "2nd", "1ère", "2-я". */
const ordinal = '(?:(?<=\\d)(?:[a-z]{1,3}| ?[а-я]{1,2}))?';

/** What divides a season; a part is not a season of its own. */
const division =
  'part|pt|teil|parte|partie|part|cour|volume|vol|часть|частина|część|パート|クール|파트|部分|篇';

/** Numbers of parts, from one on. */
const numbers = [
  'i ii iii iv v vi vii viii ix x',
  'one two three four five six seven eight nine ten',
  'eins zwei drei vier funf sechs sieben acht neun zehn',
  'un deux trois quatre cinq six sept huit neuf dix',
  'uno dos tres cuatro cinco seis siete ocho nueve diez',
  'uno due tre quattro cinque sei sette otto nove dieci',
  'um dois tres quatro cinco seis sete oito nove dez',
  'первая вторая третья четвертая пятая',
  'primera segunda tercera cuarta quinta',
  'primeira segunda terceira quarta quinta',
  'prima seconda terza quarta quinta',
  'premiere deuxieme troisieme quatrieme cinquieme',
  'first second third fourth fifth',
  'eerste tweede derde vierde vijfde',
  'forsta andra tredje fjarde femte',
  'forste anden tredje fjerde femte',
  'pierwsza druga trzecia czwarta piata',
  'prvni druha treti ctvrta pata',
  'elso masodik harmadik negyedik otodik',
  'bir iki uc dort bes',
  'birinci ikinci ucuncu dorduncu besinci',
  'πρωτο δευτερο τριτο τεταρτο πεμπτο',
  'перша друга третя четверта пята',
  'ראשון שני שלישי רביעי חמישי',
  'الاول الثاني الثالث الرابع الخامس',
  '一 二 三 四 五 六 七 八 九 十',
];

/**
 * Words that services and databases add to titles: alternatives of regular expressions, and lists. The
 * extension keeps them in a file of the package (`scripts/build/title-words.ts`), because the worker's script
 * is compiled at every start; the worker reads the file before it compares titles.
 */
export const titleWords = {
  quality,
  cut,
  voices,
  advertising,
  lead,
  tail,
  places,
  scripts,
  part,
  ordinal,
  cjkPart:
    '(?: ?(?:第(?=(?:\\d{1,2}|.)[部章弾作부편])|파트|パート))(\\d{1,2}|[一二三四五六七八九十])(?:[部章弾作부편]|(?= |$))',
  division,
  numbers,
};
