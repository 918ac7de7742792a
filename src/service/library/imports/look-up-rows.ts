import { defined } from '../../../core/values/defined';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Title } from '../../catalogue/catalogue';
import { CatalogueError } from '../../catalogue/catalogue-error';
import { titleScore } from '../../catalogue/compare-titles';
import type { Service } from '../../http/environment';
import type { ImportRow } from './import-row';
import { readingsOf, type Reading } from './other-readings';
import type { WorkQuestion } from './stage-rows';

/** How often and how long the film database is waited for. */
const TRIES = 30;
const WAIT_MS = 1000;

export type Context = Pick<Service, 'catalogue'>;

/** The one work that a question means. `undefined`: none fits, or several do. */
export async function findWork(
  service: Context,
  question: WorkQuestion,
  row: ImportRow,
): Promise<Title | undefined> {
  for (const reading of readingsOf(question, row)) {
    const work = chooseWork(reading.question, await resolve(service, reading));
    if (work !== undefined) return work;
  }
  return undefined;
}

/** The works that a question may mean, best first. */
export async function findWorks(service: Context, question: WorkQuestion, row: ImportRow): Promise<Title[]> {
  const works = new Map<string, Title>();
  for (const reading of readingsOf(question, row))
    for (const work of await resolve(service, reading)) {
      const { type, tmdbId } = work;
      const key = `${type} ${String(tmdbId)}`;
      if (!works.has(key)) works.set(key, work);
    }
  return [...works.values()];
}

/** Waits where the film database cannot be reached for a moment. */
export async function resolve(service: Context, { question, row }: Reading): Promise<Title[]> {
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

/** `undefined`: the row says too little to be looked up. */
function requestOf(
  { type, title, ...rest }: WorkQuestion,
  { seasonNumber, episodeNumber }: Reading['row'],
): ResolveRequest | undefined {
  const isNamed = [title, rest.tmdbId, rest.imdbId, rest.tvdbId].some((name) => name !== undefined);
  if (!isNamed) return undefined;
  if (type === 'movie') return defined({ type, title, ...rest });
  if (episodeNumber === undefined && rest.episodeTitle === undefined) return undefined;
  return defined({ type, seasonNumber, ...rest, seriesTitle: title, episodeNumber });
}

/** The one work that is meant. `undefined`: none fits, or several do. */
function chooseWork(question: WorkQuestion, works: readonly Title[]): Title | undefined {
  if (question.imdbId !== undefined || question.tmdbId !== undefined) return works[0];
  const { title = '', year } = question;
  const same = works.filter((work) => namesOf(work).some((name) => titleScore(title, name) === 1));
  const inYear = same.filter((work) => year !== undefined && work.year === year);
  const left = inYear.length > 0 ? inYear : same.filter((work) => isNear(work.year, year));
  return left.length === 1 ? left[0] : undefined;
}

/** Sources state the year of the first showing somewhere. */
function isNear(known: number | undefined, asked: number | undefined): boolean {
  return known === undefined || asked === undefined || Math.abs(known - asked) <= 1;
}

function namesOf({ title, originalTitle, titles = [] }: Title): string[] {
  return [title, originalTitle ?? '', ...titles.map((name) => name.title)];
}
