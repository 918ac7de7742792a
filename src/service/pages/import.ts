import { Hono, type Context } from 'hono';
import { csvLine } from '../../core/text/csv-line';
import { originOf, type Env, type Service } from '../http/environment';
import { readPart } from '../http/read-body';
import { exportFile, isExportForm } from '../library/export-forms';
import { toStream } from '../library/export-history';
import {
  askForWork,
  goOn,
  goOnBriefly,
  importLimit,
  openImport,
  settleGroup,
} from '../library/imports/import-jobs';
import { findWorks } from '../library/imports/look-up-rows';
import type { ImportQuestion } from '../library/imports/stage-rows';
import type { ImportRecord } from '../store/imports';
import { importSources, readId, type ImportRow } from '../library/imports/import-row';
import type { WhyUnread } from '../library/imports/read-file';
import type { TextKey } from '../texts/words';
import { field } from './forms';
import { importPage, importsPage } from './import-views';
import { show, showSentence, wordsOf } from './layout';
import { requireUser } from './signed-in';

/** Maximum number of questions that the page asks at once. */
const QUESTIONS = 20;

/**
 * `/import`: reads a file, shows its preview, asks about unclear titles, stores it, and undoes it with one
 * button. `/export`: writes files.
 */
export function importPages(service: Service) {
  return new Hono<Env>()
    .use('/export', requireUser(service))
    .get('/export', (c) => sendExport(c, service))
    .get('/import', (c) => showImports(c, service, undefined, 200))
    .post('/import', (c) => readUpload(c, service))
    .get('/import/:id', (c) => withImport(c, service, (record) => showImport(c, service, record)))
    .get('/import/:id/left.csv', (c) => withImport(c, service, (record) => leftRows(c, service, record)))
    .post('/import/:id/choose', (c) => withImport(c, service, (record) => choose(c, service, record)))
    .post('/import/:id/store', (c) =>
      withImport(c, service, (record) => begin(c, service, record, 'storing')),
    )
    .post('/import/:id/undo', (c) =>
      withImport(c, service, (record) => begin(c, service, record, 'undoing')),
    );
}

function sendExport(c: Context<Env>, service: Service): Response {
  const asked = c.req.query('format') ?? 'json';
  const form = isExportForm(asked) ? asked : 'json';
  const userId = c.get('user').id;
  const { name, type, texts } = exportFile(service, { userId, origin: originOf(c, service), form });
  c.header('Content-Type', type);
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return c.body(toStream(texts));
}

async function readUpload(c: Context<Env>, service: Service): Promise<Response> {
  const user = c.get('user');
  const body = new Uint8Array(await c.req.arrayBuffer());
  const file = readPart(body, c.req.header('content-type') ?? '', 'file');
  if (file === undefined) return refuseFile(c, service, PROBLEMS.unknown);
  const opened = await openImport(service, user.id, file.bytes, file.fileName);
  if ('id' in opened) return c.redirect(`/import/${opened.id}`, 303);
  return refuseFile(c, service, PROBLEMS[opened.refused]);
}

const PROBLEMS: Readonly<Record<WhyUnread, TextKey>> = {
  archive: 'archive_unread',
  list: 'list_without_viewings',
  unknown: 'no_file_of_source',
};

function refuseFile(c: Context<Env>, service: Service, problem: TextKey): Promise<Response> {
  const words = wordsOf(c);
  return showImports(c, service, words.text(problem, words.format.either(importSources)), 400);
}

/** Answers a file that is larger than `importLimit`. */
export function refuseLargeFile(c: Context<Env>, service: Service): Promise<Response> {
  const problem = wordsOf(c).text('file_too_large', importLimit / 1024 / 1024);
  return showImports(c, service, problem, 413);
}

async function showImports(
  c: Context<Env>,
  { store }: Service,
  problem: string | undefined,
  status: 200 | 400 | 413,
): Promise<Response> {
  const { id } = c.get('user');
  const [imports, ratings] = [await store.imports.list(id), await store.imports.ratings(id)];
  return show(c, importsPage(c, { imports, ratings, problem }), status);
}

async function withImport(
  c: Context<Env>,
  { store }: Service,
  answer: (record: ImportRecord) => Promise<Response>,
): Promise<Response> {
  const user = c.get('user');
  const record = await store.imports.find(user.id, c.req.param('id') ?? '');
  if (record !== undefined) return answer(record);
  return showSentence(c, 'not_found', 'no_import', 404);
}

async function showImport(c: Context<Env>, service: Service, { id, state }: ImportRecord): Promise<Response> {
  const user = c.get('user');
  const { imports } = service.store;
  await goOnBriefly(service, user.id, { id, state } as ImportRecord);
  const record = await imports.find(user.id, id);
  if (record === undefined) return c.redirect('/import', 303);
  const counts = await imports.count(user.id, id);
  const rows = await imports.rows(user.id, id, 'ready', 20);
  const isOpen = record.state === 'preview' || record.state === 'stored';
  const texts = isOpen ? await imports.questions(user.id, id, 'unclear', QUESTIONS) : [];
  const questions = await Promise.all(texts.map((text) => askedOf(service, user.id, id, text)));
  const ratings = (await imports.ratings(user.id)).get(id) ?? 0;
  const kept = await imports.keptParts(user.id, id);
  return show(c, importPage(c, { record, ratings, counts, kept, rows, questions }));
}

/** Maximum number of rows of a question among which an example is searched. */
const EXAMPLES = 100;

/** A question with the works to choose from. */
async function askedOf(service: Service, userId: string, id: string, text: string) {
  const { imports } = service.store;
  const rows = await imports.rowsOf(userId, id, text, EXAMPLES);
  const question = JSON.parse(text) as ImportQuestion;
  const first = exampleOf(rows);
  const asked = { text, question, first, count: await imports.countOf(userId, id, text) };
  if (question.group !== undefined) return { ...asked, works: [] };
  const works = await findWorks(service, question, first).catch(() => []);
  return { ...asked, works: works.slice(0, 10) };
}

/** Answers to questions about groups of rows: see `groupForm`. */
const ANSWERS = new Set(['take', 'month', 'day']);

/**
 * A row as an example: for ambiguous dates the first row in which the two readings differ, otherwise the
 * first row.
 */
function exampleOf(rows: Readonly<{ row: string }>[]): ImportRow {
  const read = rows.map(({ row }) => JSON.parse(row) as ImportRow);
  return read.find((row) => row.watchedAt !== row.dayFirstAt) ?? read[0] ?? { type: 'movie' };
}

/**
 * Handles the answer to a question. Fields of the form: `question`; and `work`, which is an id of the film
 * database, the answer to a group, or `leave`.
 */
async function choose(c: Context<Env>, service: Service, { id, state }: ImportRecord): Promise<Response> {
  const { imports } = service.store;
  const userId = c.get('user').id;
  const form = await c.req.parseBody();
  const [text, answer] = [field(form, 'question'), field(form, 'work')];
  const [first] = await imports.rowsOf(userId, id, text, 1);
  const isBusy = state === 'storing' || state === 'undoing';
  if (first === undefined || isBusy) return c.redirect(`/import/${id}`, 303);
  const question = JSON.parse(text) as ImportQuestion;
  if (answer === 'leave') await imports.leave(userId, id, text);
  else if (question.group === undefined)
    await askForWork(service, userId, id, { question: text, work: readId(answer) });
  else if (ANSWERS.has(answer)) await settleGroup(service, userId, id, { question: text, answer });
  return c.redirect(`/import/${id}`, 303);
}

async function begin(
  c: Context<Env>,
  service: Service,
  { id }: ImportRecord,
  state: 'storing' | 'undoing',
): Promise<Response> {
  const userId = c.get('user').id;
  await service.store.imports.setState(userId, id, state);
  const work = goOn(service, userId, { id, state });
  if (state === 'undoing') await work;
  const back = /^\/series\/\d{1,15}$/.exec(field(await c.req.parseBody(), 'back'))?.[0] ?? '/import';
  return c.redirect(state === 'undoing' ? back : `/import/${id}`, 303);
}

/** Sends the rows that were not stored as CSV, to be corrected in a spreadsheet. */
async function leftRows(c: Context<Env>, { store }: Service, { id }: ImportRecord): Promise<Response> {
  const userId = c.get('user').id;
  const columns = ['type', 'title', 'year', 'seasonNumber', 'episodeNumber', 'episodeTitle'] as const;
  const lines = [csvLine(['watchedAt', ...columns, 'text'])];
  for (const state of ['unclear', 'left'] as const)
    for (const { row, watchedAt } of await store.imports.rows(userId, id, state, 100_000)) {
      const read = JSON.parse(row) as ImportRow;
      const time = watchedAt === null ? '' : new Date(watchedAt).toISOString();
      lines.push(csvLine([time, ...columns.map((column) => read[column]), read.kept?.['text']]));
    }
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', 'attachment; filename="not-imported.csv"');
  return c.body(lines.join(''));
}
