import type { MediaRow } from '../store/media';
import type { SinkKind } from '../store/relay';

/** A viewing that a sink is to have, or to have no longer. */
export interface RelayEvent {
  readonly media: MediaRow;
  /** The viewing's id in our history. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly watchedAt: number;
  /** Seconds; 0 where nothing states it. */
  readonly duration: number;
  /** Of the film or series, where the catalogue knows them. */
  readonly imdbId?: string | undefined;
}

export interface SinkRequest {
  readonly method: 'POST' | 'DELETE';
  readonly url: string;
  readonly body?: object;
}

interface SinkForm {
  readonly watched: (event: RelayEvent, address: string) => SinkRequest;
  /** Absent: the sink cannot take a viewing back. */
  readonly removed?: (event: RelayEvent, address: string) => SinkRequest;
}

/** What each kind of sink is sent. */
export const sinkForms: Readonly<Record<SinkKind, SinkForm>> = {
  jellyfin: {
    watched: (event, url) => ({ method: 'POST', url, body: jellyfinBody(event, 'Stop') }),
    removed: (event, url) => ({ method: 'POST', url, body: jellyfinBody(event, 'MarkUnplayed') }),
  },
  ryot: { watched: (event, url) => ({ method: 'POST', url, body: ryotBody(event) }) },
  'api-v1': {
    watched: (event, base) => ({
      method: 'POST',
      url: `${base}/history`,
      body: { ...referenceOf(event), watchedAt: isoTime(event.watchedAt) },
    }),
    removed: (event, base) => {
      const query = Object.entries(referenceOf(event)).map(([name, value]) => [name, String(value)]);
      return {
        method: 'DELETE',
        url: `${base}/history?${String(new URLSearchParams(query))}`,
      };
    },
  },
  webhook: {
    watched: (event, url) => ({ method: 'POST', url, body: ownBody(event, 'watched') }),
    removed: (event, url) => ({ method: 'POST', url, body: ownBody(event, 'removed') }),
  },
};

const isoTime = (at: number) => new Date(at).toISOString();

/** Of `POST /history` of API v1. */
export function referenceOf({ media }: Pick<RelayEvent, 'media'>): Record<string, string | number> {
  const { type, tmdbId, seasonNumber, episodeNumber, episodeId } = media;
  if (type === 'movie') return { type, id: tmdbId ?? 0 };
  if (tmdbId === null) return { type, id: episodeId ?? 0 };
  return { type, tvShowId: tmdbId, seasonNumber: seasonNumber ?? 0, episodeNumber: episodeNumber ?? 0 };
}

/** Ticks of 100 ns. */
const TICKS = 10_000_000;

/**
 * What Jellyfin's webhook plugin sends, in the form of its fields (Movary, Scrob, Floppy) and in that of
 * Jellyfin's own items (Yamtrack, Scrob): each reader takes what it knows.
 */
function jellyfinBody(event: RelayEvent, name: 'Stop' | 'MarkUnplayed'): object {
  const { watchedAt, imdbId, id } = event;
  const { type, title, year, series, season, episode, tmdb, ticks } = jellyfinFacts(event);
  const played = name === 'Stop';
  return {
    NotificationType: played ? 'PlaybackStop' : 'UserDataSaved',
    Event: name,
    SaveReason: played ? undefined : 'TogglePlayed',
    Played: played,
    ItemType: type,
    ItemId: id,
    Name: title,
    Year: year,
    SeriesName: series,
    SeasonNumber: season,
    EpisodeNumber: episode,
    Provider_tmdb: tmdb,
    Provider_imdb: imdbId,
    RunTimeTicks: ticks,
    PlaybackPositionTicks: ticks,
    PlayedToCompletion: played,
    UtcTimestamp: isoTime(watchedAt),
    PlaySessionId: id,
    NotificationUsername: 'Matinee',
    Item: { ...jellyfinItem(event), UserData: { Played: played } },
    Session: { Id: id, UserName: 'Matinee', PlayState: { PositionTicks: ticks } },
    PlaybackInfo: { PositionTicks: ticks, PlayedToCompletion: played },
  };
}

function jellyfinItem(event: RelayEvent): object {
  const { type, title, year, series, season, episode, tmdb, seriesIds, ticks } = jellyfinFacts(event);
  return {
    Type: type,
    Id: event.id,
    Name: title,
    ProductionYear: year,
    SeriesName: series,
    ParentIndexNumber: season,
    IndexNumber: episode,
    RunTimeTicks: ticks,
    ProviderIds: { Tmdb: tmdb, Imdb: event.imdbId },
    SeriesProviderIds: seriesIds,
  };
}

function jellyfinFacts({ media, duration }: RelayEvent) {
  const isFilm = media.type === 'movie';
  return {
    type: isFilm ? 'Movie' : 'Episode',
    title: (isFilm ? media.title : media.episodeTitle) ?? media.title ?? '',
    year: stated(media.year),
    series: isFilm ? undefined : stated(media.title),
    season: stated(media.seasonNumber),
    episode: stated(media.episodeNumber),
    tmdb: idText(isFilm ? media.tmdbId : media.episodeId),
    seriesIds: isFilm ? undefined : { Tmdb: idText(media.tmdbId) },
    ticks: duration * TICKS,
  };
}

const stated = <T>(value: T | null): T | undefined => value ?? undefined;

const idText = (id: number | null): string | undefined => (id === null ? undefined : String(id));

/** Ryot's generic integration. */
function ryotBody({ media }: RelayEvent): object {
  const { type, tmdbId, seasonNumber, episodeNumber } = media;
  const work = { source: 'tmdb', identifier: String(tmdbId ?? ''), progress: '100' };
  if (type === 'movie') return { lot: 'movie', ...work };
  return { lot: 'show', ...work, show_season_number: seasonNumber, show_episode_number: episodeNumber };
}

/** For programs of one's own. */
function ownBody(
  { media, id, watchedAt, duration, imdbId }: RelayEvent,
  event: 'watched' | 'removed',
): object {
  const { type, title, episodeTitle, year, tmdbId, episodeId, seasonNumber, episodeNumber } = media;
  return {
    event,
    id,
    watchedAt: isoTime(watchedAt),
    duration,
    media: { type, title, episodeTitle, year, tmdbId, episodeId, seasonNumber, episodeNumber, imdbId },
  };
}
