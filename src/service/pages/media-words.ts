import { html } from 'hono/html';
import type { SessionRow } from '../store/sessions';
import type { Words } from '../texts/words';
import type { Html } from './layout';

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

interface Numbered {
  readonly type: 'movie' | 'episode';
  readonly year?: number | null | undefined;
  readonly seasonNumber?: number | null | undefined;
  readonly episodeNumber?: number | null | undefined;
  readonly episodeTitle?: string | null | undefined;
}

/** The second line: the year of a film, `S1 E2 · Grilled` of an episode. */
export function subtitleText(words: Words, { type, year, ...episode }: Numbered): string | undefined {
  if (type === 'movie') return year == null ? undefined : String(year);
  const parts = [episodeCode(words, episode), episode.episodeTitle ?? undefined];
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}

/** The same in a page, where the title of an episode keeps its own direction. */
export function subtitle(words: Words, row: Numbered): Html {
  const code = row.type === 'movie' ? undefined : episodeCode(words, row);
  const title = row.type === 'movie' ? undefined : (row.episodeTitle ?? undefined);
  const text =
    title === undefined
      ? (subtitleText(words, row) ?? '')
      : html`${code === undefined ? '' : `${code} · `}<bdi>${title}</bdi>`;
  return html`<span class="soft" dir="auto">${text}</span>`;
}

function episodeCode(
  words: Words,
  { seasonNumber, episodeNumber }: Pick<Numbered, 'seasonNumber' | 'episodeNumber'>,
): string | undefined {
  if (seasonNumber == null || episodeNumber == null) return undefined;
  return words.text('season_episode', String(seasonNumber), String(episodeNumber));
}

/** `04:05` or `1:04:05`. */
export function clock(totalSeconds: number): string {
  const hours = Math.floor(totalSeconds / 3600);
  const minutes = Math.floor(totalSeconds / 60) % 60;
  const seconds = String(totalSeconds % 60).padStart(2, '0');
  const twoDigits = String(minutes).padStart(2, '0');
  return hours > 0 ? `${String(hours)}:${twoDigits}:${seconds}` : `${twoDigits}:${seconds}`;
}
