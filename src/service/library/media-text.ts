import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';

/** The title that people read. A title that the catalogue does not know is named by its id: `Film 10378`. */
export function titleText(
  words: Words,
  { type, title, tmdbId, episodeId }: Pick<SessionRow, 'type' | 'title' | 'tmdbId' | 'episodeId'>,
): string {
  if (title !== null) return title;
  if (type === 'movie') return words.text('film_id', String(tmdbId));
  return tmdbId === null
    ? words.text('episode_id', String(episodeId))
    : words.text('series_id', String(tmdbId));
}

export type Numbered = Readonly<{
  type: 'movie' | 'episode';
  year?: number | null | undefined;
  seasonNumber?: number | null | undefined;
  episodeNumber?: number | null | undefined;
  episodeTitle?: string | null | undefined;
}>;

/** The second line: the year of a film, `S1 E2 · Grilled` of an episode. */
export function subtitleText(words: Words, { type, year, ...episode }: Numbered): string | undefined {
  if (type === 'movie') return year == null ? undefined : String(year);
  const parts = [episodeCode(words, episode), episode.episodeTitle ?? undefined];
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}

/** `S1 E2`; `undefined`: the place in the series is not known. */
export function episodeCode(
  words: Words,
  { seasonNumber, episodeNumber }: Pick<Numbered, 'seasonNumber' | 'episodeNumber'>,
): string | undefined {
  if (seasonNumber == null || episodeNumber == null) return undefined;
  return words.text('season_episode', String(seasonNumber), String(episodeNumber));
}
