import { defined } from '../../../core/values/defined';
import type { Title, TitleQuestion } from '../catalogue';
import type { KnownWork } from './known-work';

const WEEK_MS = 7 * 86_400_000;
/** Weeks without an episode, such as at the new year. */
const SPARE_WEEKS = 4;
/** What has gone on for longer has several seasons elsewhere. */
const LONGEST_SEASON_WEEKS = 60;

/**
 * What is known of a work without any other source: its names, and the place that the question states. None
 * where the place is open, or lies behind the end of the season.
 */
export function titleOfWork(work: KnownWork, season: number | undefined, question: TitleQuestion): Title[] {
  const { kind, begin = '' } = work;
  const fields = namesOf(work, question.language);
  if (fields === undefined) return [];
  if (kind === 'movie') return [{ type: 'movie', ...fields, ...defined({ year: yearOf(begin) }) }];
  const { episodeNumber } = question;
  const seasonNumber = season ?? (work.season === undefined ? 1 : undefined);
  if (seasonNumber === undefined || episodeNumber === undefined || episodeNumber > mostEpisodes(work))
    return [];
  return [{ type: 'episode', ...fields, seasonNumber, episodeNumber }];
}

/** `undefined`: no name is known. */
function namesOf({ tmdbId, names = [], originalLanguage }: KnownWork, language = '') {
  const original = names.find((name) => name.language === originalLanguage) ?? names[0];
  if (original === undefined) return undefined;
  const [code] = language.split('-');
  const shown = names.find((name) => name.language?.split('-')[0] === code) ?? original;
  return {
    tmdbId,
    title: shown.title,
    originalTitle: original.title,
    titles: names,
    ...defined({ originalLanguage }),
  };
}

/** One a week. 0: it goes on, or for too long to be one season. */
function mostEpisodes({ begin = '', end = '' }: KnownWork): number {
  const weeks = Math.round((Date.parse(end) - Date.parse(begin)) / WEEK_MS);
  return weeks <= LONGEST_SEASON_WEEKS ? weeks + SPARE_WEEKS : 0;
}

function yearOf(day: string): number | undefined {
  const year = /^\d{4}/.exec(day)?.[0];
  return year === undefined ? undefined : Number(year);
}
