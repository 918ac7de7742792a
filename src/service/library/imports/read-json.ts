import { isRecord } from '../../../core/values/is-record';
import { mapInPieces } from './in-pieces';
import {
  readCount,
  readId,
  readImdbId,
  readLine,
  readTime,
  type ImportRow,
  type ReadFile,
} from './import-row';

type Fields = Readonly<Record<string, unknown>>;

/** The file of a source that writes JSON. `undefined`: it is of none. */
export async function readJsonFile(content: unknown): Promise<ReadFile | undefined> {
  if (isRecord(content) && content['matinee'] !== undefined) return toFile('Matinee', await readOwn(content));
  if (isRecord(content) && ['movies', 'shows', 'anime'].some((name) => Array.isArray(content[name])))
    return toFile('Simkl', await readSimkl(content));
  if (Array.isArray(content) && content.some((entry) => isRecord(entry) && isTrakt(entry)))
    return toFile('Trakt', await mapInPieces(content.filter(isRecord), readTrakt));
  return undefined;
}

function toFile(source: ReadFile['source'], read: readonly (ImportRow | undefined)[]): ReadFile {
  const rows = read.filter((row) => row !== undefined);
  return { source, rows, unread: read.length - rows.length };
}

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Our own export: the entries of `GET /history` and `GET /ratings`. */
function readOwn(content: Fields): Promise<(ImportRow | undefined)[]> {
  return mapInPieces([...listOf(content['history']), ...listOf(content['ratings'])], readOwnEntry);
}

function readOwnEntry(entry: Fields): ImportRow | undefined {
  const media = fieldsOf(entry['media']);
  const type = media['type'];
  const watchedAt = readTime(entry['watchedAt']);
  const rating = typeof entry['rating'] === 'number' ? entry['rating'] : undefined;
  if ((type !== 'movie' && type !== 'episode') || (watchedAt === undefined && rating === undefined))
    return undefined;
  return {
    type,
    tmdbId: readId(media['tmdbId']),
    episodeId: readId(media['id']),
    title: readLine(media['title']),
    year: readCount(media['year']),
    seasonNumber: readCount(media['seasonNumber']),
    episodeNumber: readId(media['episodeNumber']),
    episodeTitle: readLine(media['episodeTitle']),
    id: readLine(entry['id']),
    watchedAt,
    startedAt: readTime(entry['startedAt']),
    duration: readCount(entry['duration']),
    progress: readCount(entry['progress']),
    rating,
    ratedAt: readTime(entry['ratedAt']),
  };
}

function isTrakt(entry: Fields): boolean {
  return ('watched_at' in entry || 'rated_at' in entry) && ('movie' in entry || 'episode' in entry);
}

/**
 * An entry of Trakt's history and ratings, as its interface and the export of its settings write them:
 * `https://trakt.docs.apiary.io/#reference/sync/get-history`.
 */
function readTrakt(entry: Fields): ImportRow | undefined {
  const watchedAt = readTime(entry['watched_at']);
  const rating = readCount(entry['rating']);
  if (watchedAt === undefined && rating === undefined) return undefined;
  const times = { watchedAt, rating, ratedAt: readTime(entry['rated_at']) };
  if (isRecord(entry['movie'])) return { type: 'movie', ...readWork(entry['movie']), ...times };
  const episode = entry['episode'];
  if (!isRecord(episode) || !isRecord(entry['show'])) return undefined;
  return {
    type: 'episode',
    ...readWork(entry['show']),
    episodeId: readId(fieldsOf(episode['ids'])['tmdb']),
    seasonNumber: readCount(episode['season']),
    episodeNumber: readId(episode['number']),
    episodeTitle: readLine(episode['title']),
    ...times,
  };
}

/** A film or a series of Trakt or Simkl. */
function readWork(work: Fields) {
  const ids = fieldsOf(work['ids']);
  return {
    tmdbId: readId(ids['tmdb']),
    imdbId: readImdbId(ids['imdb']),
    title: readLine(work['title']),
    year: readCount(work['year']),
  };
}

/**
 * Simkl's export, which is the answer of its interface ("Get all items" at `https://simkl.docs.apiary.io`).
 * Series and anime have their seasons with the time of each episode.
 */
async function readSimkl(content: Fields): Promise<(ImportRow | undefined)[]> {
  const films = await mapInPieces(listOf(content['movies']), readSimklFilm);
  const works = [...listOf(content['shows']), ...listOf(content['anime'])];
  const series = await mapInPieces(works, readSimklSeries);
  return [...films, ...series.flat()];
}

function readSimklFilm(entry: Fields): ImportRow | undefined {
  const watchedAt = readTime(entry['last_watched_at']);
  if (watchedAt === undefined || !isRecord(entry['movie'])) return undefined;
  return { type: 'movie', ...readWork(entry['movie']), watchedAt };
}

function readSimklSeries(entry: Fields): (ImportRow | undefined)[] {
  const work = readWork(fieldsOf(entry['show']));
  return listOf(entry['seasons']).flatMap((season) =>
    listOf(season['episodes']).map((episode) => {
      const watchedAt = readTime(episode['watched_at'] ?? entry['last_watched_at']);
      const seasonNumber = readCount(season['number']);
      const episodeNumber = readId(episode['number']);
      if (watchedAt === undefined) return undefined;
      return { type: 'episode', ...work, seasonNumber, episodeNumber, watchedAt };
    }),
  );
}
