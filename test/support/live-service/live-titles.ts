import { readTitles, type WorkRecord } from '../film-database/titles';

export interface LiveFilm {
  readonly id: number;
  readonly imdbId: string;
  readonly title: string;
  readonly year: number;
  /** Seconds. */
  readonly duration: number;
}

export interface LiveEpisode {
  readonly id: number;
  readonly season: number;
  readonly number: number;
  readonly title: string;
}

export interface LiveShow extends Omit<LiveFilm, 'duration'> {
  readonly episodes: readonly LiveEpisode[];
}

/** What the live service knows: the works of `titles.json`, each under its English name only. */
export function liveTitles(): { readonly films: readonly LiveFilm[]; readonly shows: readonly LiveShow[] } {
  const { works } = readTitles();
  return {
    films: works.filter(({ type }) => type === 'movie').map(toFilm),
    shows: works.filter(({ type }) => type === 'series').map(toShow),
  };
}

function toFilm(work: WorkRecord): LiveFilm {
  return { ...nameOf(work), duration: work.runtime * 60 };
}

function toShow(work: WorkRecord): LiveShow {
  const episodes = (work.seasons ?? []).flatMap(({ season_number: season, episode_count: count }) =>
    Array.from({ length: count }, (_, index): LiveEpisode => {
      const number = index + 1;
      const known = work.episodes?.find(
        (one) => one.season_number === season && one.episode_number === number,
      );
      const id = work.id * 10_000 + season * 500 + number;
      return { id, season, number, title: known?.names['en'] ?? `Episode ${String(number)}` };
    }),
  );
  return { ...nameOf(work), episodes };
}

/** The IMDb id is made of the other one: the service repeats it, and tests need no real one. */
function nameOf({ id, titles, original_title: original, year }: WorkRecord) {
  return { id, imdbId: `tt${String(id).padStart(9, '0')}`, title: titles?.['en'] ?? original, year };
}
