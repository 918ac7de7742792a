import type { Item } from '../../core/media/item';
import { languageOf } from '../../core/matching/question';
import type { Media } from '../../core/media/media';
import { languageTag } from '../../core/text/language-tag';
import { language, text, direction } from '../../platform/browser/i18n';

export type Naming = Readonly<{
  title: string;
  /** For an episode `S1 E2 · <title of the episode>`, for a film the year. */
  detail: string | undefined;
}>;

type Named = Partial<Item> | Media;

/** Characters of a title that are shown. Titles come from web pages and can have any length. */
const MAX_TITLE_LENGTH = 300;

/** The two lines by which every view shows a film or episode; `undefined` without a title. */
export function displayName(named: Named | undefined): Naming | undefined {
  if (named === undefined) return undefined;
  return isEpisode(named) ? nameOfEpisode(named) : nameOfFilm(named);
}

/** `S1 E2`, `S1 E2–3` of a video of several, or `E14` on a site that numbers without seasons. */
export function episodeCode({
  seasonNumber,
  episodeNumber,
  lastEpisodeNumber,
}: Pick<Item, 'seasonNumber' | 'episodeNumber' | 'lastEpisodeNumber'>): string | undefined {
  if (episodeNumber === undefined) return undefined;
  const numbers = lastEpisodeNumber ? `${episodeNumber}–${lastEpisodeNumber}` : episodeNumber;
  return seasonNumber === undefined
    ? text('common_episode_code', numbers)
    : text('common_season_episode_code', seasonNumber, numbers);
}

export function truncate(value: string): string {
  return value.length > MAX_TITLE_LENGTH ? `${value.slice(0, MAX_TITLE_LENGTH - 1)}…` : value;
}

function isEpisode(named: Named): boolean {
  return named.type === 'episode' || (named.type === undefined && named.seriesTitle !== undefined);
}

function nameOfFilm(film: Named): Naming | undefined {
  return naming(
    localTitle(film) ?? film.title ?? film.seriesTitle,
    film.year === undefined ? '' : String(film.year),
  );
}

function nameOfEpisode(episode: Named): Naming | undefined {
  const episodeTitle = titleOfEpisode(episode);
  const title = localTitle(episode) ?? episode.seriesTitle ?? episode.title ?? episodeTitle;
  const ownTitle = episodeTitle === undefined || episodeTitle === title ? undefined : truncate(episodeTitle);
  return naming(title, joinParts(episodeCode(episode), ownTitle));
}

/** The title of a film or series of the tracker in the language of the person, where one is known. */
function localTitle(named: Named): string | undefined {
  if (!('titles' in named)) return undefined;
  const tag = languageTag(language());
  const known = named.titles?.filter((name) => languageOf(name) === languageOf({ language: tag })) ?? [];
  return (known.find((name) => name.language === tag) ?? known[0])?.title;
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

/**
 * Joins the parts that are there with a middle dot: `S1 E2 · The Ordeal`. Empty texts and zeros are left out.
 * The result has the page's direction, whatever its first letter is. If the page or a part is right-to-left,
 * each part gets a direction of its own, unless it was joined before.
 */
export function joinParts(...parts: (string | number | undefined)[]): string {
  const shown = parts.filter(Boolean).map(String);
  const isolated = (part: string) => (part.startsWith('\u2068') ? part : `\u2068${part}\u2069`);
  const isMixed = direction() === 'rtl' || RIGHT_TO_LEFT.test(String(shown));
  return (isMixed ? shown.map(isolated) : shown).join(' · ');
}

/** A letter of Hebrew, Arabic or another script of the Unicode blocks that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
