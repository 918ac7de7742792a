import type { Context } from 'hono';
import type { Pagination } from '../../protocol/tracker/pagination';
import { invalid } from '../http/api-error';
import { originOf, type Env, type Service } from '../http/environment';
import type { Reader } from '../library/reader';
import type { Slice } from '../library/widgets';
import { languageFor } from '../texts/languages';
import { wordsIn, type Words } from '../texts/words';

/** The person of the request, and the language and format in which their lists are written. */
export async function readerOf(c: Context<Env>, service: Service): Promise<Reader> {
  return { userId: c.get('userId'), origin: originOf(c, service), words: await wordsFor(c, service) };
}

export interface RequestedPage extends Slice {
  readonly page: number;
  readonly pageSize: number;
}

/** `page`, `pageSize` and `minimal` of the query. Throws 400 and names the wrong parameter. Documented. */
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
  { items, total }: Readonly<{ items: readonly T[]; total: number }>,
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

/** One of these values of the query; the first if it is absent. Throws 400. */
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

/** Headings in the language of the account, otherwise in that of the client. They contain no times. */
async function wordsFor(c: Context<Env>, { store }: Service): Promise<Words> {
  const chosen = await store.preferences.languageOf(c.get('userId'));
  return wordsIn(languageFor(chosen, c.req.header('accept-language')), 'UTC');
}
