import { csvLine } from '../../core/text/csv-line';
import { dayAt, toIsoDay } from '../../core/library/zoned-time';
import { createAllowance, type Allowance } from '../catalogue/catalogue';
import type { SessionRow } from '../store/sessions';
import { exportCsv, exportJson, ratings, viewings, type ExportContext } from './export-history';

/**
 * Formats of an export: `json` and `csv` are our own, the others those of other products. The import reads
 * all.
 */
export const exportForms = ['json', 'csv', 'letterboxd', 'trakt', 'imdb'] as const;
export type ExportForm = (typeof exportForms)[number];

type ExportFile = Readonly<{
  name: string;
  type: 'application/json' | 'text/csv; charset=utf-8';
  texts: AsyncGenerator<string>;
}>;

type Exported = Readonly<{
  userId: string;
  /** Origin of the links in `json`. */
  origin: string;
  form: ExportForm;
}>;

export function isExportForm(text: string): text is ExportForm {
  return exportForms.some((form) => form === text);
}

/** A person's history as a file in one of the formats. */
export function exportFile(service: ExportContext, { userId, origin, form }: Exported): ExportFile {
  const json = 'application/json';
  const csv = 'text/csv; charset=utf-8';
  switch (form) {
    case 'json':
      return { name: 'matinee.json', type: json, texts: exportJson(service, userId, origin) };
    case 'csv':
      return { name: 'matinee.csv', type: csv, texts: exportCsv(service, userId) };
    case 'letterboxd':
      return { name: 'letterboxd.csv', type: csv, texts: exportLetterboxd(service, userId) };
    case 'trakt':
      return { name: 'trakt.json', type: json, texts: exportTrakt(service, userId) };
    case 'imdb':
      return { name: 'imdb.csv', type: csv, texts: exportImdb(service, userId) };
  }
}

/**
 * The format that Letterboxd imports (https://letterboxd.com/about/importing-data/): films only, with the day
 * of the viewing in the person's zone, and the rating from 1 to 10.
 */
async function* exportLetterboxd(service: ExportContext, userId: string): AsyncGenerator<string> {
  const zone = await service.store.preferences.zoneOf(userId);
  const rated = new Map<string, number>();
  for await (const rows of ratings(service, userId))
    for (const row of rows) if (row.type === 'movie') rated.set(String(row.tmdbId), row.rating);
  const films: SessionRow[] = [];
  for await (const rows of viewings(service, userId))
    films.push(...rows.filter(({ type }) => type === 'movie'));
  yield csvLine(['tmdbID', 'Title', 'Year', 'WatchedDate', 'Rating10', 'Rewatch']);
  const seen = new Set<string>();
  // Oldest first, so that the later viewings of a film are marked as rewatches.
  for (const { tmdbId, title, year, watchedAt, updatedAt } of films.toReversed()) {
    const id = String(tmdbId);
    const rating = rated.get(id);
    const day = toIsoDay(dayAt(zone, watchedAt ?? updatedAt));
    yield csvLine([id, title, year, day, rating && Math.round(rating), seen.has(id) ? 'true' : '']);
    seen.add(id);
  }
}

/** The columns of a list that IMDb exports; those that only IMDb can fill are empty. */
const IMDB_COLUMNS = 'Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type'
  .concat(',IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated')
  .split(',');

/**
 * Limits of the look-ups of IMDb ids for one file. The answers are cached, so the next file contains more
 * ids.
 */
const IMDB_IDS = { requests: 200, timeMs: 20_000 };

/**
 * The format of IMDb's lists: each film once, with the day of its last viewing and its rating. Rated films
 * come first: trakt.tv decides by the first line whether a file contains ratings, and so viewings, or a
 * watchlist (`ImdbParser.ts` of github.com/trakt/trakt-web).
 */
async function* exportImdb(service: ExportContext, userId: string): AsyncGenerator<string> {
  yield csvLine(IMDB_COLUMNS);
  const allowance = createAllowance(IMDB_IDS);
  let position = 0;
  const films = [...(await listFilms(service, userId))];
  const isRated = ([, { rating }]: (typeof films)[number]) => Number(rating !== undefined);
  for (const [tmdbId, film] of films.toSorted((a, b) => isRated(b) - isRated(a)))
    yield imdbLine((position += 1), film, await imdbIdOf(service, tmdbId, allowance));
}

async function listFilms(service: ExportContext, userId: string): Promise<ReadonlyMap<number, Film>> {
  const zone = await service.store.preferences.zoneOf(userId);
  const dayOf = (at: number) => toIsoDay(dayAt(zone, at));
  const films = new Map<number, Film>();
  const add = ({ type, tmdbId, title, year }: WorkRow, day: string, rated: Partial<Film>) => {
    if (type === 'movie' && tmdbId !== null)
      films.set(tmdbId, { title, year, created: day, ...films.get(tmdbId), ...rated });
  };
  // Viewings come newest first, and `add` keeps the first day of a film.
  for await (const rows of viewings(service, userId))
    for (const row of rows) add(row, dayOf(row.watchedAt ?? row.updatedAt), {});
  for await (const rows of ratings(service, userId))
    for (const row of rows) {
      const ratedOn = dayOf(row.ratedAt);
      add(row, ratedOn, { rating: Math.round(row.rating), ratedOn });
    }
  return films;
}

type Film = Readonly<{
  title: string | null;
  year: number | null;
  created: string;
  rating?: number;
  ratedOn?: string;
}>;

/** Empty if the limit is reached or the id is unknown. Title and year then identify the film. */
async function imdbIdOf({ catalogue }: ExportContext, tmdbId: number, allowance: Allowance): Promise<string> {
  const [title] = await catalogue.resolve({ type: 'movie', tmdbId }, allowance).catch(() => []);
  return title?.imdbId ?? '';
}

function imdbLine(position: number, { title, year, created, rating, ratedOn }: Film, imdbId: string): string {
  const url = imdbId === '' ? '' : `https://www.imdb.com/title/${imdbId}/`;
  const stated = [position, imdbId, created, created, '', title, title, url, 'Movie', '', '', year];
  // Importers read the column `Date Rated` as the day of the viewing.
  return csvLine([...stated, '', '', '', '', rating, ratedOn ?? created]);
}

/** The format of Trakt's own export: a list of viewings and ratings, with ids of the film database. */
async function* exportTrakt(service: ExportContext, userId: string): AsyncGenerator<string> {
  let separator = '[\n';
  const write = (entries: object[]): string => {
    if (entries.length === 0) return '';
    const text = separator + entries.map((entry) => JSON.stringify(entry)).join(',\n');
    separator = ',\n';
    return text;
  };
  for await (const rows of viewings(service, userId))
    yield write(
      rows.map((row) => ({
        watched_at: new Date(row.watchedAt ?? row.updatedAt).toISOString(),
        action: 'watch',
        ...workOf(row),
      })),
    );
  for await (const rows of ratings(service, userId))
    yield write(
      rows.map((row) => ({
        rated_at: new Date(row.ratedAt).toISOString(),
        rating: Math.round(row.rating),
        ...workOf(row),
      })),
    );
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

type WorkRow = Pick<
  SessionRow,
  'type' | 'title' | 'year' | 'tmdbId' | 'seasonNumber' | 'episodeNumber' | 'episodeId' | 'episodeTitle'
>;

function workOf(row: WorkRow) {
  const work = { title: row.title, year: row.year ?? undefined, ids: { tmdb: row.tmdbId ?? undefined } };
  if (row.type === 'movie') return { type: 'movie', movie: work };
  const { seasonNumber, episodeNumber, episodeTitle, episodeId } = row;
  const ids = { tmdb: episodeId ?? undefined };
  const episode = { season: seasonNumber, number: episodeNumber, title: episodeTitle ?? undefined, ids };
  return { type: 'episode', episode, show: work };
}
