import { isRecord } from '../../../core/values/is-record';
import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readTime, viewedAt, type ImportRow } from './import-row';
import { mapInPieces } from './in-pieces';
import { fieldsOf, listOf, readWork } from './json-fields';
import { SHOW, shelved } from './list-rows';
import { stopped } from './read-tv-time-lists';

type Row = ImportRow | undefined;

/**
 * Simkl's export, which is the response of its API ("Get all items" at `https://simkl.docs.apiary.io`).
 * Series and anime have their seasons with the time of each episode. `isAgain`: the history is read
 * repeatedly, so an episode without its own time must not become another viewing each time its series is
 * watched.
 */
export async function readSimkl(content: Fields, isAgain = false): Promise<Row[]> {
  const films = await mapInPieces(listOf(content['movies']), readFilm);
  const series = await mapInPieces(listOf(content['shows']), (entry) => readSeries(entry, isAgain));
  const anime = await mapInPieces(listOf(content['anime']), (entry) =>
    entry['anime_type'] === 'movie' ? readAnimeFilm(entry, isAgain) : readSeries(entry, isAgain),
  );
  return [...films, ...series.flat(), ...anime.flat()];
}

function readFilm(entry: Fields): Row {
  const addedAt = readTime(entry['added_to_watchlist_at']);
  if (isPlanned(entry))
    return shelved('watchlist', { type: 'movie', ...readWork(fieldsOf(entry['movie'])) }, addedAt);
  const watchedAt = readTime(entry['last_watched_at']);
  const rating = readCount(entry['user_rating']) || undefined;
  const ratedAt = readTime(entry['user_rated_at']) ?? watchedAt ?? addedAt;
  if ((watchedAt === undefined && rating === undefined) || !isRecord(entry['movie'])) return undefined;
  return { type: 'movie', ...readWork(entry['movie']), watchedAt, rating, ratedAt };
}

/** A rated title counts as what its rating says. */
function isPlanned(entry: Fields): boolean {
  return entry['status'] === 'plantowatch' && !readCount(entry['user_rating']);
}

/**
 * A film among the anime has the format of a series, whose episodes are its parts. If there are several, as
 * in a trilogy, no id of the entry belongs to a part.
 */
function readAnimeFilm(entry: Fields, isAgain: boolean): Row[] {
  const parts = listOf(entry['seasons']).flatMap((season) => listOf(season['episodes']));
  const count = Math.max(parts.length, readCount(entry['total_episodes_count']) ?? 1);
  if (count <= 1) {
    const watchedAt = entry['last_watched_at'] ?? parts[0]?.['watched_at'];
    return [readFilm({ ...entry, last_watched_at: watchedAt, movie: entry['show'] })];
  }
  const { title = '', year } = readWork(fieldsOf(entry['show']));
  const rows = parts.map((part): Row => {
    const viewed = viewedOf(part, entry, isAgain);
    if (viewed.watchedAt === undefined) return undefined;
    const number = String(readCount(part['number']) ?? '');
    return { type: 'movie', title: `${title} (${number}/${String(count)})`, year, ...viewed };
  });
  return [...(rows.length > 0 ? rows : [undefined]), ...ratedOf(entry)];
}

function readSeries(entry: Fields, isAgain: boolean): Row[] {
  const work = readWork(fieldsOf(entry['show']));
  if (isPlanned(entry))
    return [shelved('watchlist', { ...SHOW, ...work }, readTime(entry['added_to_watchlist_at']))];
  const episodes = listOf(entry['seasons']).flatMap((season) =>
    listOf(season['episodes']).map((episode): Row => {
      const viewed = viewedOf(episode, entry, isAgain);
      const seasonNumber = readCount(season['number']);
      const episodeNumber = readId(episode['number']);
      if (viewed.watchedAt === undefined) return undefined;
      return { type: 'episode', ...work, seasonNumber, episodeNumber, ...viewed };
    }),
  );
  const dropped = DROPPED.has(entry['status']) ? [stopped({ ...SHOW, ...work })] : [];
  const whole = dropped.length > 0 ? [] : [readWhole(entry, isAgain)];
  return [...(episodes.length > 0 ? episodes : whole), ...dropped, ...gradeOf(entry, work)];
}

/** Simkl's names for it, since 2024 and before. */
const DROPPED: ReadonlySet<unknown> = new Set(['dropped', 'notinteresting']);

/** The rating of the series. An anime is a season of it, or a film, under its own name. */
function gradeOf(entry: Fields, work: ImportWork): Row[] {
  const rating = readCount(entry['user_rating']);
  if (!rating) return [];
  if ('anime_type' in entry) return [undefined];
  const ratedAt = readTime(entry['user_rated_at']) ?? readTime(entry['last_watched_at']);
  return [{ ...SHOW, ...work, rating, ratedAt }];
}
type ImportWork = ReturnType<typeof readWork>;

function viewedOf(part: Fields, entry: Fields, isAgain: boolean): Pick<ImportRow, 'watchedAt' | 'isUndated'> {
  const watchedAt = readTime(part['watched_at'] ?? entry['last_watched_at']);
  const isOfSeries = isAgain && watchedAt !== undefined && readTime(part['watched_at']) === undefined;
  return isOfSeries ? viewedAt(undefined) : { watchedAt };
}

/** A rating that belongs to no single film or episode is counted as unread. */
function ratedOf(entry: Fields): Row[] {
  return readCount(entry['user_rating']) ? [undefined] : [];
}

/** A series whose episodes the file does not list is unclear, so that its person sees it. */
function readWhole(entry: Fields, isAgain: boolean): Row {
  const viewed = viewedOf({}, entry, isAgain);
  const count = readCount(entry['watched_episodes_count']) ?? 0;
  if (viewed.watchedAt === undefined || (entry['status'] !== 'completed' && count === 0)) return undefined;
  return { type: 'episode', ...readWork(fieldsOf(entry['show'])), ...viewed };
}
