import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { joinParts } from './join-parts';

export interface Naming {
  readonly title: string;
  /** For an episode `S1 E2 · <title of the episode>`, for a film the year. */
  readonly detail: string | undefined;
}

type Named = Partial<Item> | Media;

/** Characters of a title that are shown. Titles come from web pages and can have any length. */
const MAX_TITLE_LENGTH = 300;

/** The two lines by which every view shows a film or episode; `undefined` without a title. */
export function displayName(named: Named | undefined): Naming | undefined {
  if (named === undefined) return undefined;
  return isEpisode(named) ? nameOfEpisode(named) : nameOfFilm(named);
}

/** `S1 E2`, or `E14` on a site that numbers without seasons. */
export function episodeCode({
  seasonNumber,
  episodeNumber,
}: Pick<Named, 'seasonNumber' | 'episodeNumber'>): string | undefined {
  if (episodeNumber === undefined) return undefined;
  return seasonNumber === undefined
    ? text('common_episode_code', episodeNumber)
    : text('common_season_episode_code', seasonNumber, episodeNumber);
}

export function truncate(value: string): string {
  return value.length > MAX_TITLE_LENGTH ? `${value.slice(0, MAX_TITLE_LENGTH - 1)}…` : value;
}

function isEpisode(named: Named): boolean {
  return named.type === 'episode' || (named.type === undefined && named.seriesTitle !== undefined);
}

function nameOfFilm(film: Named): Naming | undefined {
  return naming(film.title ?? film.seriesTitle, film.year === undefined ? '' : String(film.year));
}

function nameOfEpisode(episode: Named): Naming | undefined {
  const episodeTitle = titleOfEpisode(episode);
  const title = episode.seriesTitle ?? episode.title ?? episodeTitle;
  const ownTitle = episodeTitle === undefined || episodeTitle === title ? undefined : truncate(episodeTitle);
  return naming(title, joinParts(episodeCode(episode), ownTitle));
}

/**
 * In media of the tracker `title` is the title of the episode; an item of a page has a field of its own for
 * it.
 */
function titleOfEpisode(episode: Named): string | undefined {
  if ('episodeTitle' in episode) return episode.episodeTitle;
  return 'tmdbId' in episode ? episode.title : undefined;
}

function naming(title: string | undefined, detail: string): Naming | undefined {
  if (title === undefined || title.trim() === '') return undefined;
  return { title: truncate(title), detail: detail === '' ? undefined : detail };
}
