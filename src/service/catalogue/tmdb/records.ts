import type { KnownName, SeasonLength } from '../../../core/media/media';
import { defined } from '../../../core/values/defined';
import type { Title } from '../catalogue';

/** A film or series as a search result. */
export type HitRecord = Readonly<{
  id: number;
  /** The title in the language of the search, otherwise the original title. */
  title: string;
  originalTitle: string;
  /** ISO 639. */
  originalLanguage?: string;
  year?: number;
  popularity?: number;
  /** `/path.jpg` on the picture host. */
  poster?: string;
}>;

/** A film with its names in all languages. */
export interface FilmRecord extends Omit<HitRecord, 'title'> {
  readonly names: KnownName[];
  readonly imdbId?: string;
  /** Seconds. */
  readonly runtime?: number;
}

export interface SeasonFacts extends SeasonLength {
  /** Date of its first episode: `2019-03-01`. */
  readonly airDate?: string;
}

/** A series with its names in all languages. `runtime` counts for episodes that state none. */
export interface SeriesRecord extends FilmRecord {
  /** The seasons in the order of their numbers. */
  readonly seasons: SeasonFacts[];
  /** No further episode will follow. */
  readonly hasEnded: boolean;
  readonly lastAired?: Readonly<{ seasonNumber: number; episodeNumber: number }>;
  /** The next episode that has not been aired yet. Absent in records stored by an earlier version. */
  readonly coming?: EpisodeRecord & Readonly<{ seasonNumber: number }>;
}

export type EpisodeRecord = Readonly<{
  /** Absent if another source named the episode. */
  id?: number;
  number: number;
  /** Absent if the film database has only a placeholder. */
  name?: string;
  runtime?: number;
  airDate?: string;
}>;

export type SeasonRecord = Readonly<{
  /** Language of the episode names. */
  language: string;
  episodes: EpisodeRecord[];
}>;

/** The film, series or episode that has an id of another database. */
export type ExternalRecord = Readonly<{
  filmId?: number;
  seriesId?: number;
  episode?: Readonly<{
    seriesId: number;
    seasonNumber: number;
    episodeNumber: number;
  }>;
}>;

export function toFilm(film: FilmRecord, language: string): Title {
  return { type: 'movie', ...workFields(film, language), ...defined({ runtime: film.runtime }) };
}

/** A film known only from a search result, without its other names and its runtime. */
export function hitToFilm({ id, title, originalTitle, ...hit }: HitRecord): Title {
  const { originalLanguage, year, popularity } = hit;
  return {
    type: 'movie',
    tmdbId: id,
    title,
    originalTitle,
    ...defined({ originalLanguage, year, popularity }),
  };
}

type EpisodeFacts = Readonly<{
  seasonNumber: number;
  episode: EpisodeRecord;
  /** Language of the episode's name. */
  language: string;
}>;

export function toEpisode(series: SeriesRecord, facts: EpisodeFacts, language: string): Title {
  const { seasonNumber, episode } = facts;
  return {
    type: 'episode',
    ...workFields(series, language),
    seasonNumber,
    episodeNumber: episode.number,
    seasons: series.seasons.map(({ number, episodes }) => ({ number, episodes })),
    ...defined({
      episodeId: episode.id,
      lastAired: series.lastAired,
      airDate: episode.airDate,
      episodeTitle: episode.name,
      episodeTitles: episodeTitles(facts),
      runtime: episode.runtime ?? series.runtime,
    }),
  };
}

function episodeTitles({ episode, language }: EpisodeFacts): KnownName[] | undefined {
  return episode.name === undefined ? undefined : [{ title: episode.name, language }];
}

function workFields(work: FilmRecord, language: string) {
  const { id, originalTitle, originalLanguage, names, imdbId, year, popularity } = work;
  return {
    tmdbId: id,
    title: titleIn(work, language),
    originalTitle,
    titles: names,
    ...defined({ originalLanguage, imdbId, year, popularity }),
  };
}

/** The translation for this country, otherwise for the language, otherwise the original title. */
function titleIn({ names, originalTitle, originalLanguage }: FilmRecord, language: string): string {
  const [code] = language.split('-');
  const exact = names.find((name) => name.language === language);
  if (exact !== undefined || originalLanguage === code) return exact?.title ?? originalTitle;
  return names.find((name) => name.language?.split('-')[0] === code)?.title ?? originalTitle;
}
