import { defined } from '../../../core/values/defined';
import type { Title } from '../catalogue';
import type { Episode, Movie, Series } from './schemas';

export function toFilm(film: Movie): Title {
  return {
    type: 'movie',
    tmdbId: film.id,
    title: film.title,
    ...defined({
      imdbId: film.imdb_id ?? undefined,
      year: yearOf(film.release_date),
      posterUrl: posterOf(film.poster_path),
      runtime: secondsOf(film.runtime),
    }),
  };
}

export function toEpisode(series: Series, episode: Episode): Title {
  return {
    type: 'episode',
    tmdbId: series.id,
    title: series.name,
    episodeId: episode.id,
    episodeTitle: episode.name,
    seasonNumber: episode.season_number,
    episodeNumber: episode.episode_number,
    ...defined({
      year: yearOf(series.first_air_date),
      posterUrl: posterOf(series.poster_path),
      runtime: secondsOf(episode.runtime),
    }),
  };
}

/** The year of a date such as `2019-03-01`. */
export function yearOf(date: string | null | undefined): number | undefined {
  const year = /^(\d{4})-/.exec(date ?? '')?.[1];
  return year === undefined ? undefined : Number(year);
}

function posterOf(path: string | null | undefined): string | undefined {
  return path != null && /^\/[\w.-]+$/.test(path) ? `https://image.tmdb.org/t/p/w185${path}` : undefined;
}

/** The film database writes 0 minutes for an unknown runtime. */
function secondsOf(minutes: number | null | undefined): number | undefined {
  return minutes != null && minutes > 0 ? minutes * 60 : undefined;
}
