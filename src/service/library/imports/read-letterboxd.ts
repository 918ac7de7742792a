import type { CsvRow } from './csv';
import { mapInPieces } from './in-pieces';
import { readId, readImdbId, readLine, readTime, type ImportRow } from './import-row';
import { tagsOf, withReview } from './list-rows';

/**
 * The files of Letterboxd's export and import (https://letterboxd.com/about/importing-data/). Times are days.
 * `diary.csv` and `reviews.csv` state the day of the viewing; `ratings.csv` says nothing about a viewing.
 * `watched.csv` has only the day on which the film was marked, and `watchlist.csv` has the same columns.
 */
export async function readLetterboxd(rows: readonly CsvRow[], name: string): Promise<Row[]> {
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

/** `watchlist.csv`, and `likes/films.csv`: both have the columns of `watched.csv`. */
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

/** 0.5 to 5 stars as 1 to 10. */
function readStars(text: string | undefined): number | undefined {
  const stars = Number(text || Number.NaN);
  return stars >= 0.5 && stars <= 5 ? Math.max(1, stars * 2) : undefined;
}

/** 1 to 10, as its import takes them. */
function readRating(text: string | undefined): number | undefined {
  const rating = Number(text || Number.NaN);
  return rating >= 1 && rating <= 10 ? rating : undefined;
}
