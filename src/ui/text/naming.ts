import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';

export interface Naming {
  readonly title: string;
  /** S1 E2 · The name of the episode; of a film the year. */
  readonly detail: string | undefined;
}

type Named = Partial<Item> | Media;

/** The two lines by which a film or episode is shown everywhere. Text from pages is cut; it is never markup. */
export function displayName(named: Named | undefined): Naming | undefined {
  if (named === undefined) return undefined;
  const episode = named.type === 'episode' || (named.type === undefined && named.seriesTitle !== undefined);
  const episodeTitle =
    'episodeTitle' in named ? named.episodeTitle : 'tmdbId' in named ? named.title : undefined;
  const title = episode
    ? (named.seriesTitle ?? named.title ?? episodeTitle)
    : (named.title ?? named.seriesTitle);
  if (title === undefined || title.trim() === '') return undefined;
  const shown = episodeTitle === undefined || episodeTitle === title ? undefined : truncate(episodeTitle);
  const details = episode
    ? [numbers(named), shown]
    : [named.year === undefined ? undefined : String(named.year)];
  const detail = details.filter((part) => part !== undefined && part !== '').join(' · ');
  return { title: truncate(title), detail: detail === '' ? undefined : detail };
}

/** S1 E2, or E14 where the site counts through. */
export function numbers({
  seasonNumber,
  episodeNumber,
}: Pick<Named, 'seasonNumber' | 'episodeNumber'>): string | undefined {
  if (episodeNumber === undefined) return undefined;
  return seasonNumber === undefined
    ? text('common_episode_code', episodeNumber)
    : text('common_season_episode_code', seasonNumber, episodeNumber);
}

/** A page decides how long its title is, not how long we draw. */
export function truncate(value: string): string {
  return value.length > 300 ? `${value.slice(0, 299)}…` : value;
}
