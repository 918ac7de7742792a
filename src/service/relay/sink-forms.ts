import type { SinkKind } from '../store/sink';
import type { RelayEvent, RelayRating } from './sink-client';
import type { HttpRequest } from './sink-request';
import { isoTime } from './work-body';

type SinkForm = Readonly<{
  watched: (event: RelayEvent, address: string) => HttpRequest;
  removed?: (event: RelayEvent, address: string) => HttpRequest;
  rated?: (rating: RelayRating, address: string) => HttpRequest | undefined;
}>;

/** Sinks that take each event in one request, without a query for what they have. */
export type PlainKind = Extract<SinkKind, 'jellyfin' | 'ryot' | 'api-v1' | 'webhook'>;

/** The request for each event, by kind of sink. */
export const sinkForms: Readonly<Record<PlainKind, SinkForm>> = {
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
    rated: apiRating,
  },
  webhook: {
    watched: (event, url) => ({ method: 'POST', url, body: ownBody(event, 'watched') }),
    removed: (event, url) => ({ method: 'POST', url, body: ownBody(event, 'removed') }),
    rated: ({ media, rating }, url) => ({ method: 'POST', url, body: { event: 'rated', media, rating } }),
  },
};

/** `POST /ratings` and `DELETE /ratings` of API v1. */
function apiRating({ media, rating }: RelayRating, base: string): HttpRequest | undefined {
  const [kind, first, season, episode] = media.split(':');
  const id = Number(first);
  const numbers = { seasonNumber: Number(season), episodeNumber: Number(episode) };
  const reference = {
    movie: { type: 'movie', id },
    show: { type: 'tv', id },
    season: { type: 'season', tvShowId: id, seasonNumber: numbers.seasonNumber },
    episode: season === undefined ? { type: 'episode', id } : { type: 'episode', tvShowId: id, ...numbers },
  }[kind ?? ''];
  if (reference === undefined) return undefined;
  if (rating !== null)
    return { method: 'POST', url: `${base}/ratings`, body: { ...reference, rating: Math.round(rating) } };
  const query = new URLSearchParams(Object.entries(reference).map(([name, value]) => [name, String(value)]));
  return { method: 'DELETE', url: `${base}/ratings?${String(query)}` };
}

/** The reference to a title in `POST /history` of API v1. */
export function referenceOf({ media }: Pick<RelayEvent, 'media'>): Record<string, string | number> {
  const { type, tmdbId, seasonNumber, episodeNumber, episodeId } = media;
  if (type === 'movie') return { type, id: tmdbId ?? 0 };
  if (tmdbId === null) return { type, id: episodeId ?? 0 };
  return { type, tvShowId: tmdbId, seasonNumber: seasonNumber ?? 0, episodeNumber: episodeNumber ?? 0 };
}

/** Ticks of 100 ns in a second. */
const TICKS = 10_000_000;

/**
 * The payload of Jellyfin's webhook plugin, both as the plugin's fields (for Movary, Scrob, Floppy) and as
 * Jellyfin's own items (for Yamtrack, Scrob). Each receiver reads the form that it knows.
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
    // A removal has no item, because Scrob ignores `Played` beside one.
    ...itemOf(event, played),
  };
}

function itemOf(event: RelayEvent, played: boolean): object {
  if (!played) return {};
  const { ticks } = jellyfinFacts(event);
  return {
    Item: { ...jellyfinItem(event), UserData: { Played: true } },
    Session: { Id: event.id, UserName: 'Matinee', PlayState: { PositionTicks: ticks } },
    PlaybackInfo: { PositionTicks: ticks, PlayedToCompletion: true },
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

/** The payload of Ryot's generic integration. */
function ryotBody({ media }: RelayEvent): object {
  const { type, tmdbId, seasonNumber, episodeNumber } = media;
  const work = { source: 'tmdb', identifier: String(tmdbId ?? ''), progress: '100' };
  if (type === 'movie') return { lot: 'movie', ...work };
  return { lot: 'show', ...work, show_season_number: seasonNumber, show_episode_number: episodeNumber };
}

/** The payload for a person's own programs. */
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
