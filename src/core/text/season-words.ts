import { defined } from '../values/defined';

/**
 * The words of each language for a season and an episode: alternatives of a regular expression with the flags
 * `u` and `i`. A word stands before its number ("Season 2") or after it ("2. Sezon"). `part` is the ordinary
 * word for an episode ("2. rész"); a word that also divides films and seasons ("Part 2") is in `divisions`.
 */
export type LanguageWords = Readonly<{
  season: string;
  episode: string;
  part?: string;
}>;

/** One language a line: its words for a season / for an episode / the ordinary word for one (`part`). */
const table = `
af: seisoen / aflevering
ar: الموسم|موسم / الحلقة|الحلقه|حلقة|حلقه
az: mövsüm|sezon / bölüm|seriya
be: сезон / серыя|эпізод
bg: сезон / епизод|серия
bn: সিজন|মৌসুম / এপিসোড|পর্ব
bs: sezona / epizoda
ca: temporada / cap[ií]tol|episodi
cs: řada|série|sezóna / díl|epizoda / část
cy: cyfres|tymor / pennod
da: sæson / afsnit|afs / del
de: staffel / folge|flg
el: κύκλος|κύκλου|σεζόν / επεισόδιο|επ
en: seasons?|series / episode|eps?|chapter
eo: sezono / epizodo
es: temporada|temp / episodio|cap[ií]tulo|cap
et: hooaeg / episood / osa
eu: denboraldia / kapitulua|atala
fa: فصل / قسمت
fi: kausi / jakso / osa
fil: season / kabanata|episodyo|episode
fr: saison / épisode
ga: sraith|séasúr / eagrán|eipeasóid
gl: tempada / episodio|cap[ií]tulo
gu: સીઝન / એપિસોડ
he: עונה / פרק
hi: सीज़न|सीजन / एपिसोड|प्रकरण|अध्याय
hr: sezona / epizoda
hu: évad / epizód / rész
hy: եթերաշրջան|սեզոն / սերիա|դրվագ
id: musim / episode / bagian
is: þáttaröð / þáttur / hluti
it: stagione / puntata|episodio
ja: シーズン|シリーズ / エピソード
ka: სეზონი / სერია|ეპიზოდი
kk: маусым|mausym|сезон / бөлім|telebölım|telebölim|серия
km: រដូវកាល / ភាគ
kn: ಸೀಸನ್ / ಸಂಚಿಕೆ|ಎಪಿಸೋಡ್
ko: 시즌 / 에피소드
ky: сезон / бөлүк|серия
lo: ລະດູການ / ຕອນທີ|ຕອນ
lt: sezonas / serija / dalis
lv: sezona / sērija / daļa
mk: сезона / епизода
ml: സീസൺ / എപ്പിസോഡ്|എപ്പിസോഡ
mn: улирал / анги
mr: सीझन|हंगाम / एपिसोड / भाग
ms: musim / episod / bahagian
my: ရာသီ / အပိုင်း
nb: sesong / episode / del
ne: सिजन / एपिसोड / भाग
nl: seizoen|reeks / aflevering|afl / deel
pa: ਸੀਜ਼ਨ / ਐਪੀਸੋਡ
pl: sezon / odcinek|odc
pt: temporada / epis[oó]dio|cap[ií]tulo
ro: sezonul|sezon / episodul|episod
ru: сезон[аы]? / серия|эпизод|выпуск
si: වාරය / කොටස
sk: séria|sezóna / diel|epizóda / časť
sl: sezona / epizoda / del
sq: sezoni / episodi
sr: сезона|sezona / епизода|epizoda
sv: s[äa]song|säsongen / avsnitt|avs / del
sw: msimu / sehemu|kipindi
ta: சீசன்|பருவம் / எபிசோட்|அத்தியாயம்
te: సీజన్ / ఎపిసోడ్
th: ฤดูกาลที่|ฤดูกาล|ซีซั่น|ซีซัน|ซีซันที่ / ตอนที่|ตอน
tr: sezon / bölüm|böl
uk: сезон / серія|епізод|випуск
ur: سیزن / قسط|ایپیسوڈ
uz: mavsum|фасл / qism|қисм
vi: mùa|phần / tập`;

export const wordsByLanguage: Readonly<Record<string, LanguageWords>> = Object.fromEntries(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [language = '', season = '', episode = '', part] = line.split(/: | \/ /);
      return [language, { season, episode, ...defined({ part }) }];
    }),
);

const all = Object.values(wordsByLanguage);

/** The longest first: an alternative that begins another would hide it. */
function join(parts: string[]): string {
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
 * Words that divide a season or a film. They are evidence of an episode only with a total or at the start of
 * a label. After a season, such a part is never its episode: "Season 3 Part 2".
 */
const divisions = [
  'part|teil|parte|partie|part\\.?a|partea|część|cz|dio|μέρος|kısım',
  'часть|частина|част|частка|الجزء|חלק|ภาค|パート|파트|pt|pts',
].join('|');

/** Words that divide a season, and mean nothing when they stand alone. */
const halves = 'volume|vol|cour|クール';

/** Words between a number and the total: "3 of 8". No number beyond it is an episode. */
const total = [
  'of|out of|von|von insgesamt|sur|de|de un total de|di|su|van|van de|av|af|z|ze|zo|od|iz',
  'izmed|din|iš|no|dari|trên',
  'из|з|із|от|од|از|από|από τα|من|מתוך|จาก|में से',
].join('|');

/** "And" between the first and the last of several. */
const and = 'and|und|et|y|e|och|og|ja|i|oraz|и|і|й|a|en|و|ve|és|và|dan|și|та|και|ו|और|และ|এবং|மற்றும்';

/** "To", before the last of several. */
const through = 'to|bis|do|až|po|по|至|到|tới|đến';

/** Words for the next, previous or newest episode, which is not the one that plays. */
const other = [
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|next|coming|upcoming|previous|nächste|vorherige|weiter mit',
  'suivant|prochain|précédent',
  'siguiente|anterior',
  'próxim[oa]|seguinte|prossim[oa]|volgende|vorige|nästa|neste|næste|forrige|seuraava|następny|další|ďalš',
  'következő|sonraki|следующ|наступн|следващ|επόμεν|next up|次回|次の|下一|下集|다음|التالي|הבא|ถัดไป',
  'behind the scenes|making of|reaction to|recap',
  'berikutnya|tiếp theo|更新至|更新到|已更新|連載至|newest|latest|updated to|neueste|最新',
].join('|');

/** Words after a number that mean a preview of the episode. */
const preview = [
  'trailer\\p{L}{0,2}|teaser|preview|promo|reaction|recap|review|explained|bloopers|behind the scenes',
  'making[ -]?of|sneak peek|highlights?|featurette|deleted scenes?|outtakes|inside the episode',
  'clip(?!\\s?show|\\p{L})|best of|vorschau|ausschnitt|zusammenfassung|bande-annonce|aperçu|extrait',
  'r[ée]sumé|coulisses|tr[aá]iler|avance',
  'vista previa|resum(?:en|o)|detrás de|bastidores|antevisão|anticipazion[ei]|anteprima|riassunto',
  'dietro le quinte|zwiastun|zapowiedź|streszczenie|kulisy|upoutávka|ukázka|előzetes|összefoglaló|fragman',
  'ön ?[iİ]zleme|tanıtım[ıi]?|özeti?|kamera arkası|samenvatting|förhandstitt|smygtitt|extramaterial',
  'forsmak|ennakko|förhandsvisning|cuplikan|ringkasan|hậu trường|tóm tắt|προεπισκόπηση|περίληψη|τρέιλερ',
  'трейлер|анонс|промо|тизер|обзор|отрывок|за кадром|превью',
  '(?:次回)?予告|ダイジェスト|ハイライト|メイキング|ティザー|あらすじ|预告|預告|花絮|精彩|抢先看|搶先看|彩蛋|예고|티저|선공개|하이라이트|메이킹',
  'ตัวอย่าง|ไฮไลท์|เบื้องหลัง|إعلان|اعلان|برومو|تيزر|تیزر|ملخص|كواليس|پشت صحنه|پیش.?نمایش|آنونس|خلاصه',
  'קדימון|פרומו|תקציר|מאחורי הקלעים|प्रोमो|झलक|ट्रेलर|टीज़र|টিজার|প্রোমো',
].join('|');

/** Words after the number of an episode that nobody can watch yet. */
const later = [
  'airs|coming (?:soon|on|\\p{L}{3,6}day)|premieres|tomorrow|available (?:in|on|from)|ab dem|in \\d+ tagen',
  'erscheint|demnächst|próximamente|prossimamente|prochainement|à venir|wkrótce|yakında|скоро|即将|近日',
].join('|');

/** Words for episodes outside the seasons. */
const specials = [
  'ova|oad|specials?|spécial|spezial|especial|speciale|specjalny|спецвыпуск|bonus|extras?|minisode|webisode',
  '特別編|番外編|番外篇|特别篇|特別篇|スペシャル|외전|스페셜|번외편',
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
  and,
  through,
  other,
  preview,
  later,
  specials,
  alsoShow,
} as const;
