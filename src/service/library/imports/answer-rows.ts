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
 * The titles of a question's rows, given the work that the question means. Several products number episodes
 * as TheTVDB does. An episode whose numbers the film database does not have is therefore unclear, unless the
 * file states its id at TheTVDB. `isWanted`: whether the import still exists.
 */
export async function answerRows(
  service: LookUpServices,
  work: Title,
  staged: Readonly<{ n: number; row: string }>[],
  isWanted: () => Promise<boolean>,
): Promise<RowAnswer[]> {
  const rows = staged.map(({ n, row }) => ({ n, row: JSON.parse(row) as ImportRow }));
  const numbered = rows.map(({ row }) => row).filter(isNumbered);
  const placed = await placeRows({ service, work, isWanted }, numbered);
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

/** The place of a row that does not state both the season and the episode number. */
function placeOf(row: ImportRow, work: Title): RowPlace | undefined {
  const { seasonNumber, episodeNumber, seasons = [] } = work;
  if (seasonNumber === undefined || episodeNumber === undefined) return undefined;
  const found = { seasonNumber, episodeNumber };
  if (row.episodeNumber !== undefined) return countOn(seasons, found, row.episodeNumber);
  return row.type === 'episode' && row.episodeTitle === undefined ? undefined : found;
}

/**
 * The place of the episode with this number under the row's title. `found`: the place of the title's first
 * episode. If the title names a later season, the number is counted from there, and a number beyond that
 * season is unclear.
 */
function countOn(seasons: NonNullable<Seasons>, found: RowPlace, number: number): RowPlace | undefined {
  if (number === 1) return found;
  const shift = countedTo(seasons, found) - 1;
  const place = placeAt(seasons, number + shift);
  return shift === 0 || place?.seasonNumber === found.seasonNumber ? place : undefined;
}

/** The number of an episode, counted through all seasons. */
function countedTo(seasons: NonNullable<Seasons>, { seasonNumber, episodeNumber }: RowPlace): number {
  return seasons
    .filter(({ number }) => number > 0 && number < seasonNumber)
    .reduce((sum, { episodes }) => sum + episodes, episodeNumber);
}

function placeAt(seasons: NonNullable<Seasons>, counted: number): RowPlace | undefined {
  let rest = counted;
  for (const { number, episodes } of seasons.toSorted((a, b) => a.number - b.number)) {
    if (number > 0 && rest <= episodes) return { seasonNumber: number, episodeNumber: rest };
    if (number > 0) rest -= episodes;
  }
  return undefined;
}

type RowsAsking = Readonly<{
  service: LookUpServices;
  work: Title;
  isWanted: () => Promise<boolean>;
}>;

/** Finds the place of each row in the film database; `undefined`: it is unclear. */
async function placeRows(
  asking: RowsAsking,
  rows: NumberedRow[],
): Promise<(row: NumberedRow) => RowPlace | undefined> {
  const seasons = await currentSeasons(asking.service, asking.work, rows);
  const { places, isOtherOrder, doubtful } = await placesById(asking, rows, (row) => isIn(seasons, row));
  return (row) => {
    const place = places.get(row.tvdbEpisodeId ?? 0);
    if (place !== undefined) return place;
    const isUnknown = row.tvdbEpisodeId !== undefined && row.seasonNumber === 0;
    const isDoubtful = isOtherOrder || isUnknown || doubtful.has(row.seasonNumber);
    return isDoubtful || !isIn(seasons, row) ? undefined : numbersOf(row);
  };
}

const numbersOf = ({ seasonNumber, episodeNumber }: RowPlace): RowPlace => ({ seasonNumber, episodeNumber });

type Seasons = Title['seasons'];

function isIn(seasons: Seasons, { seasonNumber, episodeNumber }: RowPlace): boolean {
  const season = seasons?.find(({ number }) => number === seasonNumber);
  return seasons === undefined || (season !== undefined && episodeNumber <= season.episodes);
}

/**
 * The seasons of the work. If they lack an episode of a row, looks the series up again: the episode may have
 * been added since.
 */
async function currentSeasons(service: LookUpServices, work: Title, rows: NumberedRow[]): Promise<Seasons> {
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
  /** The places of episodes, by their ids at TheTVDB. */
  places: ReadonlyMap<number, RowPlace>;
  /** The film database has some episode under other numbers, so the numbers of the file prove nothing. */
  isOtherOrder: boolean;
  /** Seasons with an episode that should have been looked up and could not be. */
  doubtful: ReadonlySet<number>;
}>;

/** An episode with its id at TheTVDB. */
type EpisodeWithId = [id: number, row: NumberedRow];

/**
 * Looks up a first, a middle and a last episode of each season in the file. If the film database has one of
 * them in another place, or has no place for some row of the file, looks up all episodes of the series, up to
 * a limit. Specials are always looked up, because no two databases order them alike.
 */
async function placesById(
  asking: RowsAsking,
  rows: NumberedRow[],
  isThere: (row: NumberedRow) => boolean,
): Promise<KnownPlaces> {
  const byId = new Map(
    rows.flatMap((row) => (row.tvdbEpisodeId === undefined ? [] : [[row.tvdbEpisodeId, row]])),
  );
  const all = [...byId].toSorted(([, a], [, b]) => byPlace(b, a));
  const others = all.filter(([, { seasonNumber }]) => seasonNumber !== 0);
  const { asked, doubtful, ask } = createAsker(asking);
  for (const season of seasonsOf(others)) await askSome(season, ask);
  const isElsewhere = () => others.some(([id, row]) => byPlace(asked.get(id) ?? row, row) !== 0);
  if (isElsewhere() || !all.every(([, row]) => isThere(row))) for (const one of others) await ask(one);
  for (const one of all.slice(others.length)) await ask(one);
  const places = new Map([...asked].flatMap(([id, place]) => (place === undefined ? [] : [[id, place]])));
  return { places, isOtherOrder: isElsewhere(), doubtful };
}

/** The episodes of each season; the order stays. */
function seasonsOf(episodes: EpisodeWithId[]): Iterable<EpisodeWithId[]> {
  const seasons = new Map<number, EpisodeWithId[]>();
  for (const one of episodes) {
    const { seasonNumber } = one[1];
    const season = seasons.get(seasonNumber) ?? [];
    seasons.set(seasonNumber, season);
    season.push(one);
  }
  return seasons.values();
}

type AskForEpisode = (one: EpisodeWithId) => Promise<RowPlace | undefined>;

/** Looks up a last, the middle and the first episode of a season. `season`: its episodes, last one first. */
async function askSome(season: EpisodeWithId[], ask: AskForEpisode): Promise<void> {
  for (const one of season.slice(0, MOST_UNKNOWN)) if ((await ask(one)) !== undefined) break;
  const middle = Math.floor(season.length / 2);
  for (const one of season.slice(middle, middle + 1)) await ask(one);
  for (const one of season.slice(-1)) await ask(one);
}

/** Maximum last episodes of a season that are tried until the film database knows one. */
const MOST_UNKNOWN = 3;
/** Maximum look-ups for the episodes of a work. */
const MOST_ASKED = 500;

/** Looks up each episode once, until the film database cannot be reached. */
function createAsker({ service, work, isWanted }: RowsAsking) {
  const asked = new Map<number, RowPlace | undefined>();
  const doubtful = new Set<number>();
  let isAway = false;
  const ask: AskForEpisode = async ([id, row]) => {
    if (asked.has(id)) return asked.get(id);
    const isAsked = !isAway && asked.size < MOST_ASKED && (await isWanted());
    const place = isAsked ? await askById(service, work, id, row) : 'away';
    isAway ||= place === 'away';
    if (place !== 'away') asked.set(id, place);
    else doubtful.add(row.seasonNumber);
    return asked.get(id);
  };
  return { asked, doubtful, ask };
}

/** `undefined`: the film database knows no such id. `away`: it could not be reached. */
async function askById(
  service: LookUpServices,
  { tmdbId }: Title,
  tvdbId: number,
  row: NumberedRow,
): Promise<RowPlace | 'away' | undefined> {
  const question = { type: 'episode', tvdbId } as const;
  const found = await resolve(service, { question, row }).catch(() => 'away' as const);
  if (found === 'away') return 'away';
  const [title] = found.filter((one) => one.tmdbId === tmdbId);
  return title?.seasonNumber === undefined || title.episodeNumber === undefined
    ? undefined
    : { seasonNumber: title.seasonNumber, episodeNumber: title.episodeNumber };
}
