import type { SeasonWords } from './season-episode';

/** The words in all languages. They weigh too much for every page; a page gets them only with a definition that needs them. */
export const seasonWords: SeasonWords = {
  season:
    'seasons?|series|staffel|saison|temporada|temp|stagione|seizoen|sesong|s[äa]song|sæson|kausi|sez[oó]n\\p{L}{0,2}|s[ée]ria|s[ée]rie|évad|hooaeg|musim|mùa|κύκλος|σεζόν|сезон|シーズン|시즌|الموسم|עונה|ฤดูกาล',
  episode:
    'episodes?|epis[oó]dios?|épisode|epi[sz][oó]da?|eps?|folge|flg|teil|aflevering|afl|avsnitt|avs|afsnit|jakso|odcinek|odc|osa|s[ēe]rija|díl|rész|bölüm|cap[ií]tulo|cap|puntata|chapter|tập|επεισόδιο|серия|эпизод|выпуск|エピソード|에피소드|الحلقة|حلقة|פרק|ตอนที่|ตอน',
};

/** Undefined for a definition that takes no text apart. Wherever it does, the transform stands as this key. */
export function seasonWordsFor(definition: unknown): SeasonWords | undefined {
  // Inside of a text the quotation marks would be escaped.
  return JSON.stringify(definition).includes('"seasonEpisode":') ? seasonWords : undefined;
}
