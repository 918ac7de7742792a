import type { Title } from '../../catalogue/catalogue';
import type { RowAnswer } from '../../store/imports';
import type { ImportRow } from './import-row';
import { resolve, type LookUpServices } from './look-up-rows';

type RowPlace = Readonly<{
  seasonNumber: number;
  episodeNumber: number;
}>;

/** An episode with the numbers that its file states. */
type NumberedRow = ImportRow & RowPlace;

/**
 * What the rows of a question are about, when this work is meant. Several products count episodes as TheTVDB
 * does: an episode that the film database lacks by these numbers is unclear, unless its file states the
 * id of the episode there.
 */
export async function answerRows(
  service: LookUpServices,
  work: Title,
  staged: readonly Readonly<{ n: number; row: string }>[],
): Promise<RowAnswer[]> {
  const rows = staged.map(({ n, row }) => ({ n, row: JSON.parse(row) as ImportRow }));
  const placed = await placeRows(service, work, rows.map(({ row }) => row).filter(isNumbered));
  const { type, tmdbId, runtime } = work;
  return rows.map(({ n, row }) => {
    if (type === 'movie') return { n, ids: { type, tmdbId }, runtime };
    if (row.level === 'show') return { n, ids: undefined, media: `show:${String(tmdbId)}` };
    const place = isNumbered(row) ? placed(row) : placeOf(row, work);
    return place === undefined ? { n, ids: undefined } : { n, ids: { type, tmdbId, ...place }, runtime };
  });
}

function isNumbered(row: ImportRow): row is NumberedRow {
  const { type, level, seasonNumber, episodeNumber } = row;
  return (
    type === 'episode' && level === undefined && seasonNumber !== undefined && episodeNumber !== undefined
  );
}

/** Of a row that does not state both numbers. */
function placeOf({ seasonNumber, episodeNumber }: ImportRow, work: Title): RowPlace | undefined {
  const season = episodeNumber === undefined ? work.seasonNumber : (seasonNumber ?? work.seasonNumber);
  const number = episodeNumber ?? work.episodeNumber;
  return season === undefined || number === undefined
    ? undefined
    : { seasonNumber: season, episodeNumber: number };
}

/** Where each row is at the film database. */
async function placeRows(
  service: LookUpServices,
  work: Title,
  rows: readonly NumberedRow[],
): Promise<(row: NumberedRow) => RowPlace | undefined> {
  const seasons = await currentSeasons(service, work, rows);
  const { places, isOtherOrder } = await placesById(service, work, rows, (row) => isIn(seasons, row));
  return (row) => {
    const place = places.get(row.tvdbEpisodeId ?? 0);
    return place ?? (isOtherOrder || !isIn(seasons, row) ? undefined : numbersOf(row));
  };
}

const numbersOf = ({ seasonNumber, episodeNumber }: RowPlace): RowPlace => ({ seasonNumber, episodeNumber });

type Seasons = Title['seasons'];

function isIn(seasons: Seasons, { seasonNumber, episodeNumber }: RowPlace): boolean {
  const season = seasons?.find(({ number }) => number === seasonNumber);
  return seasons === undefined || (season !== undefined && episodeNumber <= season.episodes);
}

/** A series may have got an episode since it was looked up: the one that is missing is asked for once. */
async function currentSeasons(
  service: LookUpServices,
  work: Title,
  rows: readonly NumberedRow[],
): Promise<Seasons> {
  const missing = rows
    .filter((row) => !isIn(work.seasons, row))
    .toSorted(byPlace)
    .at(-1);
  if (missing === undefined) return work.seasons;
  const { tmdbId } = work;
  const found = await resolve(service, { question: { type: 'episode', tmdbId }, row: missing }).catch(
    () => [],
  );
  return found.find((one) => one.tmdbId === tmdbId)?.seasons ?? work.seasons;
}

function byPlace(a: RowPlace, b: RowPlace): number {
  return a.seasonNumber - b.seasonNumber || a.episodeNumber - b.episodeNumber;
}

type KnownPlaces = Readonly<{
  /** By the ids of TheTVDB. */
  places: ReadonlyMap<number, RowPlace>;
  /** Some of the episodes have other numbers there: those of the file say nothing. */
  isOtherOrder: boolean;
}>;

/**
 * Of each season the last episode of the file that the film database knows is asked for; where one is
 * elsewhere, all of the series are.
 */
async function placesById(
  service: LookUpServices,
  work: Title,
  rows: readonly NumberedRow[],
  isThere: (row: NumberedRow) => boolean,
): Promise<KnownPlaces> {
  const byId = new Map(
    rows.flatMap((row) => (row.tvdbEpisodeId === undefined ? [] : [[row.tvdbEpisodeId, row]])),
  );
  const asked = new Map<number, RowPlace | undefined>();
  const ask = async ([id, row]: readonly [number, NumberedRow]) => {
    if (!asked.has(id)) asked.set(id, await askById(service, work, id, row));
    return asked.get(id);
  };
  const all = [...byId].toSorted(([, a], [, b]) => byPlace(b, a));
  const [specials, others] = [all.filter(isSpecial), all.filter((one) => !isSpecial(one))];
  // They are counted in no common order.
  for (const one of specials) await ask(one);
  for (const season of new Set(others.map(([, { seasonNumber }]) => seasonNumber)))
    for (const one of others.filter(([, row]) => row.seasonNumber === season).slice(0, MOST_UNKNOWN))
      if ((await ask(one)) !== undefined) break;
  const isElsewhere = () => others.some(([id, row]) => byPlace(asked.get(id) ?? row, row) !== 0);
  if (isElsewhere() || !all.every(([, row]) => isThere(row))) for (const one of others) await ask(one);
  const places = new Map([...asked].flatMap(([id, place]) => (place === undefined ? [] : [[id, place]])));
  return { places, isOtherOrder: isElsewhere() };
}

const isSpecial = ([, { seasonNumber }]: readonly [number, NumberedRow]): boolean => seasonNumber === 0;

/** Episodes of a season that are asked for in turn while the film database knows none. */
const MOST_UNKNOWN = 3;

async function askById(
  service: LookUpServices,
  { tmdbId }: Title,
  tvdbId: number,
  row: NumberedRow,
): Promise<RowPlace | undefined> {
  const question = { type: 'episode', tvdbId } as const;
  const found = await resolve(service, { question, row }).catch(() => []);
  const [title] = found.filter((one) => one.tmdbId === tmdbId);
  return title?.seasonNumber === undefined || title.episodeNumber === undefined
    ? undefined
    : { seasonNumber: title.seasonNumber, episodeNumber: title.episodeNumber };
}
