import { defined } from '../../../core/values/defined';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import { type Title, CatalogueError } from '../../catalogue/catalogue';
import { titleScore } from '../../catalogue/compare-titles';
import type { Service } from '../../http/environment';
import type { ImportRow } from './import-row';
import type { RowQuestion } from './stage-rows';

/** Maximum parts of a title that are tried, because each costs a request to the film database. */
const PARTS = 4;

/** Maximum attempts of a look-up while the film database is unreachable. */
const TRIES = 30;
/** Milliseconds between two attempts, unless the film database states more. */
const WAIT_MS = 1000;

export type LookUpServices = Pick<Service, 'catalogue'>;

/** The single work that a question means. `undefined`: none fits, or several do. */
export async function findWork(
  service: LookUpServices,
  { chosen, ...question }: RowQuestion,
  row: ImportRow,
): Promise<Title | undefined> {
  if (chosen !== undefined)
    return (await findWorks(service, question, row)).find(({ tmdbId }) => tmdbId === chosen);
  for (const reading of readingsOf(question, row)) {
    const work = chooseWork(reading.question, await resolve(service, reading));
    if (work !== undefined) return work;
  }
  return undefined;
}

/** The works that a question may mean, best first. */
export async function findWorks(
  service: LookUpServices,
  asked: RowQuestion,
  row: ImportRow,
): Promise<Title[]> {
  const { chosen: _, ...question } = asked;
  const works = new Map<string, Title>();
  for (const reading of readingsOf(question, row))
    for (const work of await resolve(service, reading)) {
      const { type, tmdbId } = work;
      const key = `${type} ${String(tmdbId)}`;
      if (!works.has(key)) works.set(key, work);
    }
  return [...works.values()];
}

/** Looks up a question. Tries again while the film database is unreachable. */
export async function resolve(service: LookUpServices, { question, row }: RowReading): Promise<Title[]> {
  const request = requestOf(question, row);
  if (request === undefined) return [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await service.catalogue.resolve(request);
    } catch (error) {
      if (!(error instanceof CatalogueError) || attempt >= TRIES) throw error;
      await new Promise((resolved) => {
        setTimeout(resolved, error.retryAfterMs ?? WAIT_MS);
      });
    }
  }
}

/** The request for a question. `undefined`: the row contains too little to be looked up. */
function requestOf(
  { type, title, ...rest }: RowQuestion,
  { seasonNumber, episodeNumber }: RowReading['row'],
): ResolveRequest | undefined {
  const isNamed = [title, rest.tmdbId, rest.imdbId, rest.tvdbId].some((name) => name !== undefined);
  if (!isNamed) return undefined;
  if (type === 'movie') return defined({ type, title, ...rest });
  if (episodeNumber === undefined && rest.episodeTitle === undefined) return undefined;
  // Without a season, asks where the title begins: the number is counted from there.
  const number = seasonNumber === undefined && episodeNumber !== undefined ? 1 : episodeNumber;
  return defined({ type, seasonNumber, ...rest, seriesTitle: title, episodeNumber: number });
}

/** The single work that fits the question. `undefined`: none fits, or several do. */
function chooseWork(question: RowQuestion, works: Title[]): Title | undefined {
  if (question.imdbId !== undefined || question.tmdbId !== undefined) return works[0];
  const { title = '', year } = question;
  const same = works.filter((work) => namesOf(work).some((name) => titleScore(title, name) === 1));
  const inYear = same.filter((work) => year !== undefined && work.year === year);
  const left = inYear.length > 0 ? inYear : same.filter((work) => isNear(work.year, year));
  return left.length === 1 ? left[0] : undefined;
}

/** Whether the years differ by at most one. Sources state the year of the first release in any country. */
function isNear(known: number | undefined, asked: number | undefined): boolean {
  return known === undefined || asked === undefined || Math.abs(known - asked) <= 1;
}

function namesOf({ title, originalTitle, titles = [] }: Title): string[] {
  return [title, originalTitle ?? '', ...titles.map((name) => name.title)];
}

/** One meaning of a row: a question, and the numbers to ask for. */
type RowReading = Readonly<{
  question: RowQuestion;
  row: Pick<ImportRow, 'seasonNumber' | 'episodeNumber'>;
}>;

/**
 * The possible meanings of a row's title, likeliest first. If a source joins names with colons, only the
 * catalogue knows which of them belong to the film, the series, the season or the episode.
 */
function readingsOf(question: RowQuestion, row: ImportRow): RowReading[] {
  const { tvdbId, ...named } = question;
  // At TheTVDB, an episode of another series may have the same id, so the result must have the name.
  const byTvdb = { question, row: row.level === 'show' ? FIRST_EPISODE : row };
  const byName = { ...byTvdb, question: named };
  return tvdbId === undefined || named.title === undefined ? readingsByName(question, row) : [byTvdb, byName];
}

function readingsByName(question: RowQuestion, row: ImportRow): RowReading[] {
  const { type, title, tmdbId, imdbId, episodeTitle } = question;
  // A series is found by its first episode.
  const first = { question, row: row.level === 'show' ? FIRST_EPISODE : row };
  if (title === undefined || tmdbId !== undefined || imdbId !== undefined) return [first];
  if (type === 'movie') return [first, ...asEpisode(title)];
  if (episodeTitle === undefined) return [first];
  const names = [episodeTitle, ...endsOf(episodeTitle)];
  const inSeason = names.map((name) => ({ question: { ...question, episodeTitle: name }, row }));
  const inSeries = names.map((name) => ({
    question: defined({ ...question, seasonNumber: undefined, episodeTitle: name }),
    row: {},
  }));
  const readings: RowReading[] = [...inSeason, ...inSeries];
  if (row.wholeTitle !== undefined)
    readings.push({ question: { type: 'movie', title: row.wholeTitle }, row: {} });
  return readings;
}

const FIRST_EPISODE = { seasonNumber: 1, episodeNumber: 1 };

/** The ends of a title: "b: c" and "c" for "a: b: c". */
function endsOf(title: string): string[] {
  const parts = title.split(': ').slice(0, PARTS);
  return parts.slice(1).map((_, index) =>
    title
      .split(': ')
      .slice(index + 1)
      .join(': '),
  );
}

/**
 * Reads the title of an unknown film as an episode: "a: b: c" as the episode "c" of "a: b", then as "b: c" of
 * "a". Netflix leaves out the season of a series that has only one.
 */
function asEpisode(title: string): RowReading[] {
  const parts = title.split(': ');
  if (parts.length < 2 || parts.length > PARTS) return [];
  return parts.slice(1).map((_, index) => {
    const at = parts.length - 1 - index;
    const [series, name] = [parts.slice(0, at).join(': '), parts.slice(at).join(': ')];
    return { question: { type: 'episode', title: series, episodeTitle: name }, row: {} };
  });
}
