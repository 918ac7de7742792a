import type { Title } from '../catalogue';
import films from '../films.json' with { type: 'json' };
import series from '../series.json' with { type: 'json' };

/** A film of the built-in catalogue, with its ids in the film database and in IMDb. */
export interface BuiltInFilm {
  readonly tmdbId: number;
  readonly imdbId: string;
  readonly title: string;
  readonly year: number;
  readonly minutes: number;
  /** Other titles of the same work. */
  readonly also: readonly string[];
}

export interface BuiltInSeries extends BuiltInFilm {
  /** Per season the titles of its episodes, or only their number. */
  readonly seasons: Readonly<Record<string, readonly string[] | number>>;
  /** The number of episodes of a season of which `seasons` lists only the first titles. */
  readonly counts?: Readonly<Record<string, number>>;
}

export const builtInFilms: readonly BuiltInFilm[] = films;
// The type of the JSON file is a union over all series, each with seasons of its own.
export const builtInSeries = series as unknown as readonly BuiltInSeries[];

export function toFilm({ tmdbId, imdbId, title, year, minutes }: BuiltInFilm): Title {
  return { type: 'movie', tmdbId, imdbId, title, year, runtime: minutes * 60 };
}

/** The films of the built-in catalogue, all free or in the public domain. */
export function openFilms(): Title[] {
  return builtInFilms.map(toFilm);
}

/** The name of a film or series, for its drawn poster. */
export function builtInTitle(kind: 'movie' | 'show', tmdbId: number): string | undefined {
  const titles = kind === 'movie' ? builtInFilms : builtInSeries;
  return titles.find((title) => title.tmdbId === tmdbId)?.title;
}
