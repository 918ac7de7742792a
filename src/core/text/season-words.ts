import type { SeasonWords } from './season-episode-shapes';

/**
 * The words in all languages, as alternatives of a regular expression. Too large for a script that runs in
 * every page.
 */
export const seasonWords: SeasonWords = {
  season: [
    'seasons?|series|staffel|saison|temporada|temp|stagione|seizoen|sesong|s[äa]song|sæson',
    'kausi|sez[oó]n\\p{L}{0,2}|s[ée]ria|s[ée]rie|évad|hooaeg|musim|mùa|κύκλος|σεζόν|сезон',
    'シーズン|시즌|الموسم|עונה|ฤดูกาล',
  ].join('|'),
  episode: [
    'episodes?|epis[oó]dios?|épisode|epi[sz][oó]da?|eps?|folge|flg|teil|aflevering|afl',
    'avsnitt|avs|afsnit|jakso|odcinek|odc|osa|s[ēe]rija|díl|rész|bölüm|cap[ií]tulo|cap',
    'puntata|chapter|tập|επεισόδιο|серия|эпизод|выпуск',
    'エピソード|에피소드|الحلقة|حلقة|פרק|ตอนที่|ตอน',
  ].join('|'),
};
