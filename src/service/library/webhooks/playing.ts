import type { MediaType } from '../../../core/media/item';
import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';
import { readId, readImdbId } from '../imports/import-row';

/** Ids that media servers take from their sources: `tmdb` of the film database, `imdb` (`tt…`), `tvdb`. */
type SourceIds = Readonly<{
  tmdb?: number | undefined;
  imdb?: string | undefined;
  tvdb?: number | undefined;
}>;

/** What a media server states about a film or an episode. */
export type PlayedTitle = Readonly<{
  type: MediaType;
  /** Ids of the film, or of the episode itself. */
  ids: SourceIds;
  /** Ids of the series. */
  seriesIds?: SourceIds | undefined;
  /** The title of the film, or of the series. */
  title?: string | undefined;
  /** The year of a film. For an episode, servers state its own year and not that of the series. */
  year?: number | undefined;
  seasonNumber?: number | undefined;
  episodeNumber?: number | undefined;
  /** The name of the episode. */
  episodeTitle?: string | undefined;
  /** The last episode of a file that holds several. */
  lastEpisodeNumber?: number | undefined;
}>;

/** A film or an episode that is played on a media server. */
export type Playing = Readonly<{
  title: PlayedTitle;
  /** Name of the account that plays. */
  account?: string | undefined;
  /** The server states that the account belongs to somebody else than the person who set up the webhook. */
  isOfAnother?: boolean | undefined;
  /** Seconds. */
  progress?: number | undefined;
  duration?: number | undefined;
  /** Played to its end, or past the share at which the server counts it as played. */
  isPlayed?: boolean | undefined;
  /** Playback has just begun. */
  isBegun?: boolean | undefined;
  /** A person has marked it as played; nothing was played now. */
  isMarked?: boolean | undefined;
}>;

/** A person has rated a film or an episode on a media server: 1 to 10. */
export type RatedTitle = Readonly<{
  title: PlayedTitle;
  account?: string | undefined;
  isOfAnother?: boolean | undefined;
  /** Seconds. */
  duration?: number | undefined;
  rating: number;
}>;

/** A person has rated a series or a season as a whole; `title` is its first episode. */
export type RatedSeries = Readonly<{
  level: 'show' | 'season';
  title: PlayedTitle & Readonly<{ seasonNumber: number }>;
  account?: string | undefined;
  isOfAnother?: boolean | undefined;
  rating: number;
}>;

/**
 * The meaning of a webhook. `other`: something else has happened, such as music or a sign-in. `undefined`:
 * the body is not from this server.
 */
export type Notice = Playing | RatedTitle | RatedSeries | 'other' | undefined;

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** A number from 0, or its text: templates turn all values into text. */
export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && Number.isFinite(number) ? number : undefined;
}

/** Whole seconds from a number of smaller units. */
export function readSeconds(value: unknown, partsPerSecond: number): number | undefined {
  const parts = readNumber(value);
  return parts === undefined ? undefined : Math.round(parts / partsPerSecond);
}

export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

/** Reads ids by the names of their sources. Servers differ in the case of these names: `Tmdb`, `IMDB`. */
export function readIds(value: unknown): SourceIds {
  const ids: Record<string, unknown> = {};
  for (const [source, id] of Object.entries(fieldsOf(value))) ids[source.toLowerCase()] = id;
  return { tmdb: readId(ids['tmdb']), imdb: readImdbId(ids['imdb']), tvdb: readId(ids['tvdb']) };
}
