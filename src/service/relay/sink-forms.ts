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
        url: `${base}/history?${String(new URLSearchParams(query as [string, string][]))}`,
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
 * What Jellyfin's webhook plugin sends, in the form of its fields (Movary, Scrob, Floppy) and in that of Jellyfin's
 * own items (Yamtrack, Scrob): each reader takes what it knows.
 */
function jellyfinBody(event: RelayEvent, name: 'Stop' | 'MarkUnplayed'): object {
  const { media, watchedAt, duration, imdbId, id } = event;
  const isFilm = media.type === 'movie';
  const played = name === 'Stop';
  const type = isFilm ? 'Movie' : 'Episode';
  const title = isFilm ? media.title : media.episodeTitle;
  const ticks = duration * TICKS;
  const own = isFilm ? media.tmdbId : media.episodeId;
  const tmdb = own === null ? undefined : String(own);
  const series = isFilm ? undefined : (media.title ?? undefined);
  return {
    NotificationType: played ? 'PlaybackStop' : 'UserDataSaved',
    Event: name,
    SaveReason: played ? undefined : 'TogglePlayed',
    Played: played,
    ItemType: type,
    ItemId: id,
    Name: title ?? media.title ?? '',
    Year: media.year ?? undefined,
    SeriesName: series,
    SeasonNumber: media.seasonNumber ?? undefined,
    EpisodeNumber: media.episodeNumber ?? undefined,
    Provider_tmdb: tmdb,
    Provider_imdb: imdbId,
    RunTimeTicks: ticks,
    PlaybackPositionTicks: ticks,
    PlayedToCompletion: played,
    UtcTimestamp: isoTime(watchedAt),
    PlaySessionId: id,
    NotificationUsername: 'Matinee',
    Item: {
      Type: type,
      Id: id,
      Name: title ?? media.title ?? '',
      ProductionYear: media.year ?? undefined,
      SeriesName: series,
      ParentIndexNumber: media.seasonNumber ?? undefined,
      IndexNumber: media.episodeNumber ?? undefined,
      RunTimeTicks: ticks,
      ProviderIds: { Tmdb: tmdb, Imdb: imdbId },
      SeriesProviderIds: isFilm
        ? undefined
        : { Tmdb: media.tmdbId === null ? undefined : String(media.tmdbId) },
      UserData: { Played: played },
    },
    Session: { Id: id, UserName: 'Matinee', PlayState: { PositionTicks: ticks } },
    PlaybackInfo: { PositionTicks: ticks, PlayedToCompletion: played },
  };
}

/** Ryot's generic integration. */
function ryotBody({ media }: RelayEvent): object {
  const { type, tmdbId, seasonNumber, episodeNumber } = media;
  return {
    lot: type === 'movie' ? 'movie' : 'show',
    source: 'tmdb',
    identifier: String(tmdbId ?? ''),
    progress: '100',
    ...(type === 'movie' ? {} : { show_season_number: seasonNumber, show_episode_number: episodeNumber }),
  };
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
