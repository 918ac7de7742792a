import type { CsvRow } from './csv';
import { readCount, readImdbId, readLine, readTime, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';
import { SHOW } from './list-rows';

type Row = ImportRow | undefined;

/** `Title Type`, as the page of 2023 and the one before write it, without spaces and in lower case. */
const FILMS = new Set(['movie', 'short', 'video', 'tvmovie', 'tvspecial', 'tvshort']);

/**
 * The ratings and lists of IMDb (`ratings.csv`, `watchlist.csv`). IMDb has no viewings, so an entry without a
 * rating becomes no row; neither do games and podcasts. Days of ratings are those of the person.
 */
export function readImdb(rows: readonly CsvRow[]): Promise<Row[]> {
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

/** "Breaking Bad: Ozymandias". The id is that of the episode, and a series name may contain a colon too. */
function readEpisode(whole: string, rated: Partial<ImportRow>): ImportRow {
  const at = whole.lastIndexOf(': ');
  if (at < 0) return { type: 'episode', title: whole, ...rated };
  return { type: 'episode', title: whole.slice(0, at), episodeTitle: whole.slice(at + 2), ...rated };
}
