import { parseSeasonEpisode } from '../../../core/text/season-episode';
import { seasonWords } from '../../../core/text/season-words';

const word = `(?:${seasonWords.episode}|${seasonWords.part}|第|에피소드)`;
const counter = '(?:話|话|集|回|화|회)';
const pattern = new RegExp(
  `^(?:${word}\\s*#?(?<a>\\d+)\\s*${counter}?|#?(?<b>\\d+)\\.?\\s*(?:${word}|${counter}))$`,
  'iu',
);

/** Whether this is the film database's placeholder for an unnamed episode: "Episode 3", "第3話", "3. Bölüm". */
export function isPlaceholder(name: string, number: number): boolean {
  return placeholderNumber(name) === number;
}

/** The number in a name that says nothing else: 3 in "Chapter 3". */
export function placeholderNumber(name: string): number | undefined {
  const { a, b } = pattern.exec(name.trim())?.groups ?? {};
  const number = a ?? b;
  return number === undefined ? undefined : Number(number);
}

/** Whether this is the film database's placeholder for an unnamed season: "Season 2", "第 2 季", "2. Sezon". */
export function isPlaceholderSeason(name: string): boolean {
  const { season, episode, title, series } = parseSeasonEpisode(name) ?? {};
  const isNumberOnly = season !== undefined && episode === undefined;
  return (isNumberOnly && title === undefined && series === undefined) || !/\p{L}{2}/u.test(name);
}
