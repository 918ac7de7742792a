import type { CsvRow } from './csv';
import { readCount, readImdbId, readLine, readTime, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';

/** `Title Type`, as the page of 2023 and the one before write it, without spaces and in lower case. */
const FILMS = new Set(['movie', 'short', 'video', 'tvmovie', 'tvspecial', 'tvshort']);

/**
 * The ratings and lists of IMDb (`ratings.csv`, `watchlist.csv`). IMDb knows no viewings, so an entry without
 * a rating is no row, and neither are series, games and podcasts. Days of ratings are those of the person.
 */
export function readImdb(rows: readonly CsvRow[]): Promise<(ImportRow | undefined)[]> {
  return mapInPieces(rows, (row) => {
    const kind = (row['title type'] ?? '').replaceAll(/\s/g, '').toLowerCase();
    const title = readLine(row['title']);
    const rating = readCount(row['your rating'] || undefined);
    if (title === undefined || rating === undefined) return undefined;
    const rated = { rating, ratedAt: readTime(row['date rated'] ?? '') };
    if (FILMS.has(kind)) {
      const imdbId = readImdbId(row['const']);
      return { type: 'movie', title, year: readCount(row['year'] || undefined), imdbId, ...rated };
    }
    return kind === 'tvepisode' ? readEpisode(title, rated) : undefined;
  });
}

/**
 * "Breaking Bad: Ozymandias". The id is that of the episode, and the name of a series may have a colon too.
 */
function readEpisode(whole: string, rated: Partial<ImportRow>): ImportRow {
  const at = whole.lastIndexOf(': ');
  if (at < 0) return { type: 'episode', title: whole, ...rated };
  return { type: 'episode', title: whole.slice(0, at), episodeTitle: whole.slice(at + 2), ...rated };
}
