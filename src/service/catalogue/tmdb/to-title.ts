import type { KnownName } from '../../../core/media/media';
import { defined } from '../../../core/values/defined';
import type { Title } from '../catalogue';
import type { EpisodeRecord, FilmRecord, HitRecord, SeriesRecord } from './records';

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

export type EpisodeFacts = Readonly<{
  seasonNumber: number;
  episode: EpisodeRecord;
  /** Of the name of the episode. */
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

function episodeTitles({ episode, language }: EpisodeFacts): readonly KnownName[] | undefined {
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
