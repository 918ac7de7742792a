import type { SessionRow } from '../store/sessions';

/** The title that people read. A title that the catalogue does not know is named by its id: `Film 10378`. */
export function titleOf({
  type,
  title,
  tmdbId,
  episodeId,
}: Pick<SessionRow, 'type' | 'title' | 'tmdbId' | 'episodeId'>): string {
  if (title !== null) return title;
  if (type === 'movie') return `Film ${String(tmdbId)}`;
  return tmdbId === null ? `Episode ${String(episodeId)}` : `Series ${String(tmdbId)}`;
}

interface Numbered {
  readonly type: 'movie' | 'episode';
  readonly year?: number | null | undefined;
  readonly seasonNumber?: number | null | undefined;
  readonly episodeNumber?: number | null | undefined;
  readonly episodeTitle?: string | null | undefined;
}

/** The second line: the year of a film, `S1 E2 · Grilled` of an episode. */
export function subtitleOf({ type, year, ...episode }: Numbered): string | undefined {
  if (type === 'movie') return year == null ? undefined : String(year);
  const { seasonNumber, episodeNumber, episodeTitle } = episode;
  const isNumbered = seasonNumber != null && episodeNumber != null;
  const parts = [
    isNumbered ? `S${String(seasonNumber)} E${String(episodeNumber)}` : undefined,
    episodeTitle ?? undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}
