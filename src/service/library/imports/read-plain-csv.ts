import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readId, readImdbId, readLine, readTime, type ImportRow, readCount } from './import-row';
import { tagsOf, withReview, SHOW } from './list-rows';
import { parseSeasonEpisode } from '../../../core/text/season-episode';

/**
 * The files of Letterboxd's export and import (https://letterboxd.com/about/importing-data/). Times are days.
 * `diary.csv` and `reviews.csv` state the day of the viewing; `ratings.csv` says nothing about a viewing.
 * `watched.csv` has only the day on which the film was marked, and `watchlist.csv` has the same columns.
 */
export async function readLetterboxd(rows: CsvRow[], name: string): Promise<Row[]> {
  const isSure = /^watched\b/i.test(name);
  const shelf = shelfOf(name);
  const read = await mapInPieces(rows, (row): Row[] => {
    const title = readLine(row['name'] ?? row['title']);
    const enteredAt = readTime(row['date']);
    const watchedAt = readTime(row['watched date'] || row['watcheddate']);
    const time = watchedAt ?? enteredAt;
    if (title === undefined || time === undefined) return [undefined];
    const film = readFilm(row, title);
    const isMarked = !('watched date' in row) && !('rating' in row);
    if (shelf !== undefined && isMarked) return [{ ...film, part: shelf, kept: { added_at: time } }];
    const viewing = { ...film, ...readViewing(row, watchedAt, time, isSure) };
    return [...withReview(viewing, row['review']), ...tagsOf(row['tags'], film)];
  });
  return read.flat();
}

type Row = ImportRow | undefined;

/** The shelf of `watchlist.csv` or `likes/films.csv`. Both have the columns of `watched.csv`. */
function shelfOf(name: string): 'watchlist' | 'favorites' | undefined {
  if (/^watchlist\b/i.test(name)) return 'watchlist';
  return /^likes\/films\b/i.test(name) ? 'favorites' : undefined;
}

function readFilm(row: CsvRow, title: string) {
  return {
    type: 'movie' as const,
    title,
    year: readId(row['year']),
    tmdbId: readId(row['tmdbid']),
    imdbId: readImdbId(row['imdbid']),
  };
}

function readViewing(
  row: CsvRow,
  watchedAt: number | undefined,
  time: number,
  isSure: boolean,
): Partial<ImportRow> {
  const rating = readStars(row['rating']) ?? readRating(row['rating10']);
  const rated = rating === undefined ? {} : { rating, ratedAt: time };
  if (watchedAt !== undefined) return { watchedAt, ...rated };
  if ('watched date' in row || 'watcheddate' in row) return { watchedAt: time, isUndated: true, ...rated };
  if ('rating' in row || 'rating10' in row) return rated;
  return { watchedAt: time, isUndated: true, group: isSure ? undefined : { group: 'watched' } };
}

/** A rating of 0.5 to 5 stars, as 1 to 10. */
function readStars(text: string | undefined): number | undefined {
  const stars = Number(text || Number.NaN);
  return stars >= 0.5 && stars <= 5 ? Math.max(1, stars * 2) : undefined;
}

/** A rating from 1 to 10, as in files that Letterboxd imports. */
function readRating(text: string | undefined): number | undefined {
  const rating = Number(text || Number.NaN);
  return rating >= 1 && rating <= 10 ? rating : undefined;
}

/** IMDb's values of `Title Type` for films, without spaces and in lower case. IMDb has changed their form. */
const FILMS = new Set(['movie', 'short', 'video', 'tvmovie', 'tvspecial', 'tvshort']);

/**
 * The ratings and lists of IMDb (`ratings.csv`, `watchlist.csv`). IMDb has no viewings, so an entry without a
 * rating becomes no row; neither do games and podcasts. Days of ratings are those of the person.
 */
export function readImdb(rows: CsvRow[]): Promise<Row[]> {
  return mapInPieces(rows, (row) => {
    const kind = (row['title type'] ?? '').replaceAll(/\s/g, '').toLowerCase();
    const title = readLine(row['title']);
    const rating = readCount(row['your rating'] || undefined);
    if (title === undefined || rating === undefined) return undefined;
    const rated = { rating, ratedAt: readTime(row['date rated'] ?? '') };
    return kind === 'tvepisode' ? readEpisode(title, rated) : readWork(row, { kind, title, ...rated });
  });
}

/** A film or a series. */
function readWork(row: CsvRow, { kind, ...rated }: Partial<ImportRow> & { kind: string }): Row {
  const work = { ...rated, year: readCount(row['year'] || undefined), imdbId: readImdbId(row['const']) };
  if (FILMS.has(kind)) return { ...work, type: 'movie' };
  return /^tv(?:mini)?series$/.test(kind) ? { ...work, ...SHOW } : undefined;
}

/** Splits "Breaking Bad: Ozymandias" at the last colon: the series may contain one too. */
function readEpisode(whole: string, rated: Partial<ImportRow>): ImportRow {
  const at = whole.lastIndexOf(': ');
  if (at < 0) return { type: 'episode', title: whole, ...rated };
  return { type: 'episode', title: whole.slice(0, at), episodeTitle: whole.slice(at + 2), ...rated };
}

/**
 * The watch history of Prime Video, as written by extensions that save its page: the time in milliseconds, a
 * series as "Name - Season 1", an episode as "Episode 5: Name". A line may occur twice.
 */
export async function readPrimeVideo(rows: CsvRow[]): Promise<(ImportRow | undefined)[]> {
  const seen = new Set<string>();
  const read = await mapInPieces(rows, (row) => {
    const watchedAt = /^\d{12,14}$/.test(row['date watched'] ?? '') ? Number(row['date watched']) : undefined;
    const title = readLine(row['title']);
    if (watchedAt === undefined || title === undefined) return undefined;
    const episode = readLine(row['episode title']);
    const key = JSON.stringify([watchedAt, title, episode]);
    if (seen.has(key)) return 'again' as const;
    seen.add(key);
    return {
      ...(episode === undefined ? readPrimeFilm(title) : readPrimeEpisode(title, episode)),
      watchedAt,
    };
  });
  return read.filter((row) => row !== 'again');
}

/** A film, or a trailer: Prime Video lists "Episode 0: Official Trailer" as a film. */
function readPrimeFilm(title: string): ImportRow {
  const isTrailer = parseSeasonEpisode(title, true)?.episode !== undefined || /\btrailer\b/i.test(title);
  return { type: 'movie', title, isLeftOut: isTrailer || undefined };
}

function readPrimeEpisode(whole: string, label: string): ImportRow {
  const at = whole.lastIndexOf(' - ');
  const season = at < 0 ? undefined : parseSeasonEpisode(whole.slice(at + 3), true)?.season;
  const { episode, title: episodeTitle } = parseSeasonEpisode(label, true) ?? {};
  return {
    type: 'episode',
    title: season === undefined ? whole : whole.slice(0, at),
    seasonNumber: season,
    episodeNumber: episode,
    episodeTitle: readLine(episode === undefined ? label : episodeTitle),
  };
}
