import { lazyRegExp, numbered, toNumbers, type NumberedMatch } from './numbered-pattern';

const kanji = String.raw`\d{1,4}|[〇零一二两三四五六七八九十百千]{1,7}`;

const findSeasonMark = lazyRegExp(
  String.raw`(?:シーズン|시즌|第)\s?(?<s>${kanji})\s?(?<unit>季|期|部|シーズン|シリーズ)?`,
);
const findEpisode = numbered(
  String.raw`(?:第|제|#)?\s?(?<e>${kanji})\s?(?:話|话|集|回|화|회)|エピソード\s?(?<e2>\d{1,4})`,
);
const findIssue = numbered(String.raw`第\s?(?<e>${kanji})\s?期`);

/**
 * The shapes of Chinese, Japanese and Korean: 第2期 第3話, シーズン二, 第十二集, 1화. 第5期 alone is the fifth season, or,
 * where the whole text is a label, the fifth edition of a show.
 */
export function findCjkNumbers(text: string, label: boolean): NumberedMatch | undefined {
  const season = findSeason(text);
  const rest = season?.end ?? 0;
  const episode = findEpisode(text.slice(rest));
  if (episode === undefined) return (label && season !== undefined ? findIssue(text) : undefined) ?? season;
  return {
    season: season?.season,
    episode: episode.episode,
    start: season?.start ?? episode.start,
    end: rest + episode.end,
  };
}

/** 第 begins any count; only a unit behind its number makes it a season. */
function findSeason(text: string): NumberedMatch | undefined {
  const match = findSeasonMark(text);
  const isOtherCount = match?.[0].startsWith('第') === true && match.groups?.['unit'] === undefined;
  return isOtherCount ? undefined : toNumbers(match);
}
