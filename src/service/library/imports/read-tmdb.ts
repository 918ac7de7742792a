import type { CsvRow } from './csv';
import { readCount, readId, readImdbId, readLine, readTime, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';

/** The ratings of themoviedb.org. Lists have the same columns without ratings. A rated series is no row. */
export function readTmdb(rows: readonly CsvRow[]): Promise<(ImportRow | undefined)[]> {
  return mapInPieces(rows, (row) => {
    const rating = readCount(row['your rating'] || undefined);
    const name = readLine(row['name']);
    if (rating === undefined || name === undefined) return undefined;
    const rated = { rating, ratedAt: readTime(row['date rated']) };
    if (row['type'] === 'movie') {
      const ids = { tmdbId: readId(row['tmdb id']), imdbId: readImdbId(row['imdb id']) };
      return { type: 'movie', ...ids, title: name, ...rated };
    }
    const seasonNumber = readCount(row['season number'] || undefined);
    const episodeNumber = readId(row['episode number']);
    if (seasonNumber === undefined || episodeNumber === undefined) return undefined;
    // "Friends S1E1". The ids are those of the episode.
    const title = name.replace(/ S\d+E\d+$/, '');
    return { type: 'episode', title, seasonNumber, episodeNumber, ...rated };
  });
}
