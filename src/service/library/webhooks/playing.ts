import type { MediaType } from '../../../core/media/item';

/** Ids that media servers take from their sources: `tmdb` of the film database, `imdb` (`tt…`), `tvdb`. */
export interface SourceIds {
  readonly tmdb?: number | undefined;
  readonly imdb?: string | undefined;
  readonly tvdb?: number | undefined;
}

/** What a media server states about a film or an episode. */
export interface PlayedTitle {
  readonly type: MediaType;
  /** Of the film, or of the episode itself. */
  readonly ids: SourceIds;
  /** Of the series. */
  readonly seriesIds?: SourceIds | undefined;
  /** Of the film, or of the series. */
  readonly title?: string | undefined;
  /** Of a film; of an episode servers state the year in which it was made. */
  readonly year?: number | undefined;
  readonly seasonNumber?: number | undefined;
  readonly episodeNumber?: number | undefined;
  /** The name of the episode. */
  readonly episodeTitle?: string | undefined;
  /** The last episode of a file that holds several. */
  readonly lastEpisodeNumber?: number | undefined;
}

/** A film or an episode that is played on a media server. */
export interface Playing {
  readonly title: PlayedTitle;
  /** Name of the account that plays. */
  readonly account?: string | undefined;
  /** The server says that the account is another one than that of the person who has set the webhook up. */
  readonly isOfAnother?: boolean | undefined;
  /** Seconds. */
  readonly progress?: number | undefined;
  readonly duration?: number | undefined;
  /** Played to its end, or past the share at which the server counts it as played. */
  readonly isPlayed?: boolean | undefined;
  /** Just begun. */
  readonly isBegun?: boolean | undefined;
  /** A person has marked it as played; nothing was played now. */
  readonly isMarked?: boolean | undefined;
}

/** A person has rated a film or an episode on a media server: 1 to 10. */
export interface RatedTitle {
  readonly title: PlayedTitle;
  readonly account?: string | undefined;
  readonly isOfAnother?: boolean | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  readonly rating: number;
}

/** A person has rated a series or a season as a whole; `title` is its first episode. */
export interface RatedSeries {
  readonly level: 'show' | 'season';
  readonly title: PlayedTitle & { readonly seasonNumber: number };
  readonly account?: string | undefined;
  readonly isOfAnother?: boolean | undefined;
  readonly rating: number;
}

/**
 * What a webhook says. `other`: something else has happened, such as music that plays, or a sign-in.
 * `undefined`: the body is none of this server.
 */
export type Notice = Playing | RatedTitle | RatedSeries | 'other' | undefined;
