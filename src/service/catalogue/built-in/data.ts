import type { Title } from '../catalogue';
import films from '../films.json' with { type: 'json' };
import series from '../series.json' with { type: 'json' };

/** A film of the built-in catalogue, with its ids in the film database and in IMDb. */
export type BuiltInFilm = Readonly<{
  tmdbId: number;
  imdbId: string;
  /** English title. */
  title: string;
  year: number;
  minutes: number;
  /** ISO 639. The original title is the one in this language. */
  originalLanguage: string;
  /** Names by language code: in the other languages of the extension, and in the original language. */
  names: Readonly<Partial<Record<string, string>>>;
  /** Other titles of the same work. */
  also: string[];
}>;

export interface BuiltInSeries extends BuiltInFilm {
  /** For each season, the titles of its episodes, or only their number. */
  readonly seasons: Readonly<Record<string, string[] | number>>;
  /** The number of episodes, for seasons of which `seasons` lists only the first titles. */
  readonly counts?: Readonly<Record<string, number>>;
}

export const builtInFilms: BuiltInFilm[] = films;
// The inferred type of the JSON file is a union over all series, each with its own seasons.
export const builtInSeries = series as unknown as BuiltInSeries[];

/** A film with its title in this language. */
export function toFilm(film: BuiltInFilm, language = 'en'): Title {
  const { tmdbId, imdbId, title, year, minutes, originalLanguage, names, also } = film;
  const ownNames = Object.entries(names).map(([code, name = title]) => ({ title: name, language: code }));
  return {
    type: 'movie',
    tmdbId,
    imdbId,
    title: nameIn(names, language) ?? title,
    originalTitle: names[originalLanguage] ?? title,
    originalLanguage,
    titles: [{ title, language: 'en' }, ...ownNames, ...also.map((name) => ({ title: name }))],
    year,
    runtime: minutes * 60,
  };
}

/** The name in a language. The catalogue has Portuguese names only as `pt-BR`. */
function nameIn(names: BuiltInFilm['names'], language: string): string | undefined {
  const [code = ''] = language.split('-');
  return names[language] ?? names[code === 'pt' ? 'pt-BR' : code];
}

/** The films of the built-in catalogue, all free or in the public domain. */
export function openFilms(): Title[] {
  return builtInFilms.map((film) => toFilm(film));
}

/** The name of a film or series, for its drawn poster. */
export function builtInTitle(kind: 'movie' | 'show', tmdbId: number): string | undefined {
  const titles = kind === 'movie' ? builtInFilms : builtInSeries;
  return titles.find((title) => title.tmdbId === tmdbId)?.title;
}
