import { isRecord } from '../../../core/values/is-record';
import { drainInPieces } from './in-pieces';
import { readCount, readId, readLine, readTime, type ImportRow, type ReadFile } from './import-row';
import { fieldsOf, listOf, type Fields } from './json-fields';
import { readSimkl } from './read-simkl';
import { isTrakt, readTrakt } from './read-trakt';

/** The file of a source that writes JSON. `undefined`: it is of none. */
export async function readJsonFile(content: unknown): Promise<ReadFile | undefined> {
  if (isRecord(content) && content['matinee'] !== undefined) return toFile('Matinee', await readOwn(content));
  if (isRecord(content) && ['movies', 'shows', 'anime'].some((name) => Array.isArray(content[name])))
    return toFile('Simkl', await readSimkl(content));
  if (Array.isArray(content) && content.some((entry) => isRecord(entry) && isTrakt(entry)))
    return toFile('Trakt', await readTrakt(listOf(content.splice(0))));
  return undefined;
}

function toFile(source: ReadFile['source'], read: readonly (ImportRow | undefined)[]): ReadFile {
  const rows = read.filter((row) => row !== undefined);
  return { source, rows, unread: read.length - rows.length };
}

/** Our own export: the entries of `GET /history` and `GET /ratings`. */
function readOwn(content: Fields): Promise<(ImportRow | undefined)[]> {
  const entries = ['history', 'ratings'].flatMap((name) => {
    const list: unknown = content[name];
    return Array.isArray(list) ? listOf(list.splice(0)) : [];
  });
  return drainInPieces(entries, readOwnEntry);
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
