import { findCjkNumbers } from './cjk-shape';
import { numbered, type FindNumbers, type NumberedMatch } from './numbered-pattern';

/** In all languages, as alternatives of a regular expression: see season-words.ts. */
export interface SeasonWords {
  readonly season: string;
  readonly episode: string;
}

/** One way of writing a season and an episode. `label`: the whole text is known to be a label, not a name. */
export type Shape = (text: string, label: boolean) => NumberedMatch | undefined;

/** From the most certain shape to the least; the first that matches decides. */
export function seasonEpisodeShapes(words: SeasonWords): readonly Shape[] {
  const openSeason = seasonMark(words.season);
  const season = `${openSeason}${wordEnd}`;
  const findSeason = numbered(season);
  const { episode } = words;
  const episodeWord = `(?:${episode})${link}`;
  const anyWord = String.raw`\p{L}{1,4}\.?\s?`;
  const letterEpisode = String.raw`(?:e|f(?=0))(?<e2>\d{1,4})`;
  const wordEpisode = String.raw`${episodeWord}(?<e>\d{1,4})`;
  return [
    // S1:E2, S01E02, S2:O3, T1 Ep.2, K1, J2, S1: afl. 6, Season 1, Ep. 4, Sezon II, odcinek 2,
    // sesong-1/episode-2
    numbered(String.raw`${openSeason}${gap}(?:${episodeWord}|${anyWord})(?<e>\d{1,4})${ofMany}${wordEnd}`),
    // 2. Sezon 3. Bölüm, 1. évad 2. rész
    numbered(String.raw`${season}${gap}(?<e>\d{1,4})${shortOrdinal}\s?(?:${episode})${wordEnd}`),
    // Series 2: 3. Title, S2 / 7. Title, Saison 2 (3/6)
    numbered(String.raw`${season}\s?[,:/·•–-]?\s?(?:(?<e>\d{1,4})\.(?=\s)|\((?<e2>\d{1,4})/\d{1,4}\))`),
    // 1x2
    numbered(String.raw`${wordStart}(?<s>\d{1,2})\s?[x×]\s?(?<e>\d{1,4})${wordEnd}`),
    findCjkNumbers,
    // Ep. 3, Flg. 1, Folge 25/42, Episode 2 of 6, E12 – Title, F03, with a season anywhere before
    withSeasonBefore(
      findSeason,
      String.raw`${wordStart}(?:${wordEpisode}|${letterEpisode})${ofMany}${wordEnd}`,
    ),
    // 3. Bölüm, 12-я серия
    withSeasonBefore(
      findSeason,
      String.raw`${wordStart}(?<e>\d{1,4})${shortOrdinal}\s?(?:${episode})${wordEnd}`,
    ),
    // (3/6)
    withSeasonBefore(findSeason, String.raw`\((?<e>\d{1,4})\s?/\s?\d{1,4}\)`),
    // 7. Title, but not 23. October 2020
    numbered(String.raw`^(?<e>\d{1,4})\.\s+(?=\p{L})(?!\p{L}+\.?\s(?:19|20)\d\d)`),
    findSeason,
  ];
}

const wordStart = String.raw`(?<![\p{L}\p{N}])`;
const wordEnd = String.raw`(?![\p{L}\p{N}])`;
/** A year, as some shows count their seasons, or two digits. */
const seasonNumber = String.raw`(?:19|20)\d\d|\d{1,2}`;
/** Between a word and its number. */
const link = String.raw`[\s_.:#№°-]{0,4}`;
/** Between a season and its episode. */
const gap = String.raw`[\s,;:·•|/().\-–—_]{0,6}`;
const ofMany = String.raw`(?:\s?(?:/|of|von|de|di|sur|z)\s?\d{1,4})?`;
const shortOrdinal = String.raw`(?:\.|-я|-й)?`;
const ordinal = String.raw`(?:\.|-ª|ª|a|\.ª|st|nd|rd|th|-й)?`;

/** Season 2 or Staffel II; S2, T2 or K2; 2. Sezon or 2nd season. Nothing is required to end there. */
function seasonMark(words: string): string {
  const wordFirst = String.raw`(?:${words})${link}(?<s>${seasonNumber}|[ivxl]{1,6})`;
  const letterFirst = String.raw`[stk](?<s2>${seasonNumber})`;
  const numberFirst = String.raw`(?<s3>\d{1,2})${ordinal}\s?(?:${words})`;
  return String.raw`${wordStart}(?:${wordFirst}|${letterFirst}|${numberFirst})`;
}

/** An episode, with the season that the text states before it, if any. */
function withSeasonBefore(findSeason: FindNumbers, episodePattern: string): Shape {
  const findEpisode = numbered(episodePattern);
  return (text) => {
    const found = findEpisode(text);
    const season = found && findSeason(text.slice(0, found.start));
    return season ? { ...found, season: season.season, start: season.start } : found;
  };
}
