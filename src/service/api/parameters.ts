import type { Context } from 'hono';
import type { Pagination } from '../../protocol/tracker/lists';
import { invalid } from '../http/api-error';
import { originOf, type Env, type Service } from '../http/environment';
import type { Reader } from '../library/media-records';
import type { Slice } from '../library/widgets';
import { languageFor, wordsIn, type Words } from '../texts/words';
import { defined } from '../../core/values/defined';
import type { Parameter } from './route';

/** The person of the request, with the origin of links and the words in the person's language. */
export async function readerOf(c: Context<Env>, service: Service): Promise<Reader> {
  return { userId: c.get('userId'), origin: originOf(c, service), words: await wordsFor(c, service) };
}

export interface RequestedPage extends Slice {
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Reads the documented `page`, `pageSize` and `minimal` of the query. Throws 400 and names the wrong
 * parameter.
 */
export function readPage(c: Context): RequestedPage {
  const page = readNumber(c, 'page', 1, 9_999_999);
  const pageSize = readNumber(c, 'pageSize', 20, 100);
  const isMinimal = ['true', '1'].includes(c.req.query('minimal')?.toLowerCase() ?? '');
  return { page, pageSize, limit: pageSize, offset: (page - 1) * pageSize, isMinimal };
}

function readNumber(c: Context, name: string, absent: number, maximum: number): number {
  const text = c.req.query(name);
  if (text === undefined || text === '') return absent;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= 1 && number <= maximum))
    throw invalid(`\`${name}\` must be a whole number from 1 to ${String(maximum)}`);
  return number;
}

export function answerPage<T>(
  c: Context,
  { page, pageSize }: RequestedPage,
  { items, total }: Readonly<{ items: T[]; total: number }>,
) {
  const totalPages = Math.ceil(total / pageSize);
  const pagination: Pagination = {
    page,
    pageSize,
    totalItems: total,
    total,
    totalPages,
    hasMore: page < totalPages,
  };
  return c.json({ success: true, data: items, pagination });
}

/** The query's value of a parameter with these choices; the first choice if it is absent. Throws 400. */
export function readChoice<const T extends string>(
  c: Context,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const text = c.req.query(name);
  if (text === undefined || text === '') return choices[0];
  const choice = choices.find((one) => one === text);
  if (choice === undefined)
    throw invalid(`\`${name}\` must be ${choices.map((one) => `"${one}"`).join(' or ')}`);
  return choice;
}

/**
 * Words for headings, in the language of the account, otherwise in that of the client. Headings contain no
 * times, so the zone does not matter.
 */
async function wordsFor(c: Context<Env>, { store }: Service): Promise<Words> {
  const chosen = await store.preferences.languageOf(c.get('userId'));
  return wordsIn(languageFor(chosen, c.req.header('accept-language')), 'UTC');
}

const number = (minimum: number, maximum: number, absent?: number) =>
  defined({ type: 'integer', minimum, maximum, default: absent });

const id = number(1, 999_999_999_999_999);

/** Parameters that name one film or episode, by the fields of `POST /scrobble`. */
const mediaParameters: Parameter[] = [
  {
    name: 'type',
    about: 'With the ids: only this one',
    schema: { type: 'string', enum: ['movie', 'episode'] },
  },
  { name: 'id', about: 'The film or the episode', schema: id },
  { name: 'tmdbId', about: 'The film, or the series of an episode', schema: id },
  { name: 'tvShowId', about: 'The series', schema: id },
  { name: 'seasonNumber', about: 'The season', schema: number(0, 999_999_999_999_999) },
  { name: 'episodeNumber', about: 'The episode in the season', schema: id },
];

const limit: Parameter = { name: 'limit', about: 'Entries of a page', schema: number(1, 500, 50) };

const offset: Parameter = {
  name: 'offset',
  about: 'Entries to leave out; slower than `after`',
  schema: number(0, 10_000, 0),
};

const after: Parameter = { name: 'after', about: 'The `next` of another page', schema: { type: 'string' } };

export const mediaPageParameters: Parameter[] = [limit, offset, after, ...mediaParameters];

const day = { type: 'string', format: 'date' };

export const historyParameters: Parameter[] = [
  ...mediaPageParameters,
  {
    name: 'only',
    about: 'Only films, or only episodes',
    schema: { type: 'string', enum: ['movie', 'episode'] },
  },
  {
    name: 'q',
    about: 'Words that are part of a name of the film or series, in any language',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  { name: 'show', about: 'Only episodes of this series', schema: id },
  { name: 'from', about: 'The first day, in the time zone of the person', schema: day },
  { name: 'to', about: 'The last day', schema: day },
];

/** Parameters of every list of API v1. */
export const pageParameters: Parameter[] = [
  { name: 'page', about: 'Counted from 1', schema: number(1, 9_999_999, 1) },
  { name: 'pageSize', about: 'Entries of a page', schema: number(1, 100, 20) },
  {
    name: 'minimal',
    about: 'Only the type and the ids of each entry',
    schema: { type: 'boolean', default: false },
  },
];

/** The parameter `type`: one of these, or `all`. */
export function typeParameter(...types: string[]): Parameter {
  return {
    name: 'type',
    about: 'Only these',
    schema: { type: 'string', enum: ['all', ...types], default: 'all' },
  };
}

export function sortParameter(...keys: string[]): Parameter {
  const orders = keys.flatMap((key) => [`${key}:desc`, `${key}:asc`]);
  return { name: 'sort', about: 'The order', schema: { type: 'string', enum: orders, default: orders[0] } };
}

/** Parameters that name the work to remove, by the fields with which it was added. */
export function referenceParameters(...types: string[]): Parameter[] {
  return [
    { name: 'type', about: 'What it is', schema: { type: 'string', enum: types }, isRequired: true },
    ...mediaParameters.filter(({ name }) => name !== 'type'),
  ];
}
