import type {
  HistoryEntry,
  ListItem,
  MediaCandidate,
  MediaRecord,
  PlaybackRecord,
} from '../protocol/tracker';
import type { Title } from './catalogue/catalogue';
import type { PlaybackRow } from './store/playback';

/** What the catalogue found, as `data` of `/media/resolve` says it. */
export function toCandidate(title: Title, origin: string): MediaCandidate {
  const {
    type,
    tmdbId,
    episodeId,
    imdbId,
    seasonNumber,
    episodeNumber,
    episodeTitle,
    year,
    posterUrl,
    runtime,
  } = title;
  const isEpisode = type === 'episode';
  return {
    type,
    tmdbId,
    title: title.title,
    posterUrl: posterUrl ?? posterPath(origin, type, tmdbId),
    url: origin + mediaPath(title),
    ...(isEpisode && { tvShowId: tmdbId, seriesTitle: title.title }),
    ...(episodeId !== undefined && { id: episodeId }),
    ...(imdbId !== undefined && { imdbId }),
    ...(seasonNumber !== undefined && { seasonNumber }),
    ...(episodeNumber !== undefined && { episodeNumber }),
    ...(episodeTitle !== undefined && { episodeTitle }),
    ...(year !== undefined && { year }),
    ...(runtime !== undefined && { runtime }),
  };
}

/** A session as `/progress` says it. */
export function toPlayback(row: PlaybackRow, origin: string): PlaybackRecord {
  return {
    id: String(row.id),
    media: toMedia(row, origin),
    progress: row.progress,
    duration: row.duration,
    watched: row.watchedAt !== null,
    startedAt: new Date(row.startedAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** A watched session as `/history` says it. */
export function toHistoryEntry(row: PlaybackRow, origin: string): HistoryEntry {
  return { ...toPlayback(row, origin), watchedAt: new Date(row.watchedAt ?? row.updatedAt).toISOString() };
}

/** A session as a line of a widget or a list. */
export function toListItem(row: PlaybackRow, origin: string): ListItem {
  const subtitle = subtitleOf(row);
  return {
    type: row.type,
    title: titleOf(row),
    url: origin + mediaPath(row),
    progress: Math.min(1, row.progress / row.duration),
    ...(subtitle !== undefined && { subtitle }),
    ...(row.tmdbId !== null && { tmdbId: row.tmdbId, posterUrl: posterPath(origin, row.type, row.tmdbId) }),
    ...(row.watchedAt !== null && { watchedAt: new Date(row.watchedAt).toISOString() }),
  };
}

/** A title of the catalogue as a line of a widget or a list. */
export function titleToListItem(title: Title, origin: string): ListItem {
  const subtitle = subtitleOf(title);
  return {
    type: title.type,
    title: title.title,
    tmdbId: title.tmdbId,
    posterUrl: title.posterUrl ?? posterPath(origin, title.type, title.tmdbId),
    url: origin + mediaPath(title),
    ...(subtitle !== undefined && { subtitle }),
  };
}

/** What a person calls it; by its id while the catalogue does not know it. */
export function titleOf(row: Pick<PlaybackRow, 'type' | 'title' | 'tmdbId' | 'episodeId'>): string {
  if (row.title !== null) return row.title;
  if (row.type === 'movie') return `Film ${String(row.tmdbId)}`;
  return row.tmdbId === null ? `Episode ${String(row.episodeId)}` : `Series ${String(row.tmdbId)}`;
}

interface Described {
  readonly type: 'movie' | 'episode';
  readonly year?: number | null;
  readonly seasonNumber?: number | null;
  readonly episodeNumber?: number | null;
  readonly episodeTitle?: string | null;
}

/** `S1 E2 · Grilled`; of a film its year. */
export function subtitleOf({
  type,
  year,
  seasonNumber,
  episodeNumber,
  episodeTitle,
}: Described): string | undefined {
  if (type === 'movie') return year == null ? undefined : String(year);
  const place =
    seasonNumber == null || episodeNumber == null
      ? undefined
      : `S${String(seasonNumber)} E${String(episodeNumber)}`;
  return [place, episodeTitle ?? undefined].filter((part) => part !== undefined).join(' · ') || undefined;
}

interface Placed {
  readonly type: 'movie' | 'episode';
  readonly tmdbId: number | null;
  readonly episodeId?: number | null;
  readonly seasonNumber?: number | null;
  readonly episodeNumber?: number | null;
}

/** Path of its page on the service. */
export function mediaPath({ type, tmdbId, episodeId, seasonNumber, episodeNumber }: Placed): string {
  if (type === 'movie') return `/media/movie/${String(tmdbId)}`;
  if (tmdbId === null || seasonNumber == null || episodeNumber == null)
    return `/media/episode/${String(episodeId)}`;
  return `/media/episode/${String(tmdbId)}/${String(seasonNumber)}/${String(episodeNumber)}`;
}

function posterPath(origin: string, type: 'movie' | 'episode', tmdbId: number): string {
  return `${origin}/poster/${type === 'movie' ? 'movie' : 'show'}/${String(tmdbId)}.svg`;
}

function toMedia(row: PlaybackRow, origin: string): MediaRecord {
  const isEpisode = row.type === 'episode';
  return {
    type: row.type,
    url: origin + mediaPath(row),
    ...(row.tmdbId !== null && { tmdbId: row.tmdbId, posterUrl: posterPath(origin, row.type, row.tmdbId) }),
    ...(isEpisode && row.tmdbId !== null && { tvShowId: row.tmdbId }),
    ...(row.episodeId !== null && { id: row.episodeId }),
    ...(row.seasonNumber !== null && { seasonNumber: row.seasonNumber }),
    ...(row.episodeNumber !== null && { episodeNumber: row.episodeNumber }),
    ...(row.title !== null && { title: row.title }),
    ...(row.episodeTitle !== null && { episodeTitle: row.episodeTitle }),
    ...(row.year !== null && { year: row.year }),
  };
}
