/**
 * The words of all languages, as alternatives of a regular expression with the flags `u` and `i`.
 */

/** A season. Each stands before its number ("Season 2") or behind its ordinal number ("2. Sezon"). */
const season = [
  'seasons?|series|staffel|saison|temporada|temp|tempada|stagione|seizoen|reeks|sesong|s[äa]song|sæson',
  'kausi|sez[oó]n\\p{L}{0,2}|sez|s[ée]ria|s[ée]rie|řada|évad|hooaeg|musim|mùa|phần',
  'denboraldia|þáttaröð|cyfres',
  'κύκλος|κύκλου|σεζόν|сезон[аъ]?|сезоны',
  'シーズン|シリーズ|季|시즌|الموسم|موسم|فصل|עונה|ฤดูกาล|ซีซั่น|ซีซัน|ซีซันที่|सीज़न|सीजन|சீசன்|பருவம்|সিজন|سیزن',
].join('|');

/** An episode. */
const episode = [
  'episode|epis[oó]dio?|épisode|epi[sz][oó]da?|episod|episood|eps?|folge|flg|aflevering|afl',
  'avsnitt|avs|afsnit|afs|jakso|odcinek|odc|s[ēe]rija|díl|diel|bölüm|böl|cap[ií]tulo',
  'cap[ií]tol|cap|kapitulua|atala',
  'puntata|chapter|tập|tap|þáttur|pennod|επεισόδιο|επ|серия|серія|серыя|эпизод|эпізод|епізод',
  'епизода?|выпуск|випуск',
  'エピソード|에피소드|الحلقة|حلقة|قسمت|פרק|ตอนที่|ตอน|एपिसोड|प्रकरण|अध्याय|எபிசோட்|அத்தியாயம்|এপিসোড|ایپیسوڈ',
].join('|');

/**
 * A part: the ordinary word for an episode of some broadcasters, and part of the names of films ("Dune: Part
 * Two"). Evidence of an episode only together with more.
 */
const part = [
  'part|teil|del|deel|parte|partie|part\\.?a|partea|osa|rész|część|cz|část|časť|dio|daļa|dalis|μέρος|kısım',
  'часть|частина|част|частка|hluti|bahagian|bagian|الجزء|חלק|ภาค|भाग|パート|파트|pt|pts',
].join('|');

/** What stands between a number and the number of all: "3 of 8". No number beyond it is an episode. */
const total = [
  'of|out of|von|von insgesamt|sur|de|de un total de|di|su|van|van de|av|af|z|ze|zo|od|iz',
  'izmed|din|iš|no|dari|trên',
  'из|з|із|от|од|از|από|από τα|من|מתוך|จาก|में से',
].join('|');

/** The next or the previous one, which is not the one that plays. */
const other = [
  'next|coming|upcoming|previous|nächste|vorherige|weiter mit|suivant|prochain|précédent|siguiente|anterior',
  'próxim[oa]|seguinte|prossim[oa]|volgende|vorige|nästa|neste|næste|forrige|seuraava|następny|další|ďalš',
  'következő|sonraki|следующ|наступн|следващ|επόμεν|next up|次回|次の|下一|下集|다음|التالي|הבא|ถัดไป',
  'berikutnya|tiếp theo',
].join('|');

/** Words of seasons that also name a whole show, so that they need no number: "A series. Episode 3". */
const alsoShow = 'series|s[ée]rie|s[ée]ria|シリーズ|cyfres';

export const seasonWords = { season, episode, part, total, other, alsoShow } as const;
