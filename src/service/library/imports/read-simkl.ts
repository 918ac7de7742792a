import { isRecord } from '../../../core/values/is-record';
import { readCount, readId, readTime, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';
import { fieldsOf, listOf, readWork, type Fields } from './json-fields';

type Row = ImportRow | undefined;

/**
 * Simkl's export, which is the answer of its interface ("Get all items" at `https://simkl.docs.apiary.io`).
 * Series and anime have their seasons with the time of each episode.
 */
export async function readSimkl(content: Fields): Promise<Row[]> {
  const films = await mapInPieces(listOf(content['movies']), readFilm);
  const works = [...listOf(content['shows']), ...listOf(content['anime'])];
  const series = await mapInPieces(works, readSeries);
  return [...films, ...series.flat()];
}

function readFilm(entry: Fields): Row {
  const watchedAt = readTime(entry['last_watched_at']);
  const rating = readCount(entry['user_rating']) || undefined;
  const ratedAt = readTime(entry['user_rated_at']) ?? watchedAt ?? readTime(entry['added_to_watchlist_at']);
  if ((watchedAt === undefined && rating === undefined) || !isRecord(entry['movie'])) return undefined;
  return { type: 'movie', ...readWork(entry['movie']), watchedAt, rating, ratedAt };
}

/** The rating of a series is no row: only films and episodes have one. */
function readSeries(entry: Fields): Row[] {
  const work = readWork(fieldsOf(entry['show']));
  const episodes = listOf(entry['seasons']).flatMap((season) =>
    listOf(season['episodes']).map((episode): Row => {
      const watchedAt = readTime(episode['watched_at'] ?? entry['last_watched_at']);
      const seasonNumber = readCount(season['number']);
      const episodeNumber = readId(episode['number']);
      if (watchedAt === undefined) return undefined;
      return { type: 'episode', ...work, seasonNumber, episodeNumber, watchedAt };
    }),
  );
  const rated: Row[] = readCount(entry['user_rating']) ? [undefined] : [];
  return [...(episodes.length > 0 ? episodes : [readWhole(entry)]), ...rated];
}

/** A series whose episodes the file does not list: unclear, so that its person sees which one. */
function readWhole(entry: Fields): Row {
  const watchedAt = readTime(entry['last_watched_at']);
  const count = readCount(entry['watched_episodes_count']) ?? 0;
  if (watchedAt === undefined || (entry['status'] !== 'completed' && count === 0)) return undefined;
  return { type: 'episode', ...readWork(fieldsOf(entry['show'])), watchedAt };
}
