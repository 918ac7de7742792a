import { createHash } from 'node:crypto';
import type { Service } from '../../http/environment';
import type { ImportRecord } from '../../store/imports';
import type { Store } from '../../store/store';
import { answerRows } from './answer-rows';
import { settleRow, type ImportRow, type ReadFile } from './import-row';
import { findWork } from './look-up-rows';
import { readFile, type WhyUnread } from './read-file';
import { pastRows, stageRow, type RowQuestion } from './stage-rows';

/** The parts of the service that an import needs. */
export type ImportContext = Pick<Service, 'store' | 'catalogue' | 'now' | 'log'>;

/** Maximum bytes of a file. */
export const importLimit = 32 * 1024 * 1024;

/** Number of questions read from the database at once. */
const QUESTIONS = 50;

/** Running steps, by store and import. `goOn` starts an interrupted step again. */
const running = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Stages a file with this name and begins to look up its titles. Returns its id, or why it was not accepted.
 */
export async function openImport(
  service: ImportContext,
  userId: string,
  content: Uint8Array,
  name?: string,
): Promise<Readonly<{ id: string }> | Readonly<{ refused: WhyUnread }>> {
  const file = await readFile(content, name);
  if (typeof file === 'string') return { refused: file };
  return { id: await openRows(service, userId, file) };
}

/** Stages rows, and begins to look their titles up. */
export async function openRows(
  service: ImportContext,
  userId: string,
  file: Pick<ReadFile, 'rows' | 'unread'> & Readonly<{ source: string }>,
): Promise<string> {
  const rows = pastRows(file.rows, service.now());
  const unread = file.unread + file.rows.length - rows.length;
  const zone = await service.store.preferences.zoneOf(userId);
  const now = service.now();
  const stage = (row: ImportRow) => stageRow(inOwnList(datedAs(row, now), userId), zone);
  const id = await service.store.imports.open(userId, { source: file.source, unread, rows, stage });
  void goOn(service, userId, { id, state: 'reading' });
  return id;
}

/** Applies a person's answer to the rows of a group, and begins to look up their titles. */
export async function settleGroup(
  service: ImportContext,
  userId: string,
  id: string,
  { question, answer }: Readonly<{ question: string; answer: string }>,
): Promise<void> {
  const { imports, preferences } = service.store;
  const zone = await preferences.zoneOf(userId);
  for (;;) {
    const rows = await imports.rowsOf(userId, id, question, QUESTIONS);
    if (rows.length === 0) break;
    const settle = (row: string) => stageRow(settleRow(JSON.parse(row) as ImportRow, answer), zone);
    await imports.restage(
      userId,
      id,
      rows.map(({ n, row }) => ({ n, row: settle(row) })),
    );
  }
  await readAgain(service, userId, id);
}

/** Begins to look up the rows of a question as the work that the person has chosen; `undefined`: none. */
export async function askForWork(
  service: ImportContext,
  userId: string,
  id: string,
  { question, work }: Readonly<{ question: string; work: number | undefined }>,
): Promise<void> {
  if (work === undefined) return;
  const asked: RowQuestion = { ...(JSON.parse(question) as RowQuestion), chosen: work };
  await service.store.imports.askAgain(userId, id, question, JSON.stringify(asked));
  await readAgain(service, userId, id);
}

/** Dates an entry or a rating now if the file states no time. */
function datedAs(row: ImportRow, now: number): ImportRow {
  const { part, kept } = row;
  if (part === 'list') return { ...row, kept: { created_at: now, updated_at: now, ...kept } };
  if (part === 'dropped') return { ...row, kept: { dropped_at: now, ...kept } };
  if (row.rating !== undefined && row.watchedAt === undefined) return { ...row, ratedAt: row.ratedAt ?? now };
  const isKept = part === 'entry' || part === 'watchlist' || part === 'favorites' || part === 'collection';
  return isKept ? { ...row, kept: { added_at: now, ...kept } } : row;
}

/**
 * The id of a list is unique in the whole tracker, so each person's imported copy gets its own id, the same
 * at each import.
 */
function inOwnList({ kept, ...row }: ImportRow, userId: string): ImportRow {
  const listId = kept?.['list_id'];
  if (typeof listId !== 'string') return { ...row, kept };
  const origin = listId.replace(/-of-[0-9a-f]{8}$/, '');
  const mark = createHash('sha256').update(`${userId} ${origin}`).digest('hex').slice(0, 8);
  return { ...row, kept: { ...kept, list_id: origin, own_list_id: `${origin}-of-${mark}` } };
}

async function readAgain(service: ImportContext, userId: string, id: string): Promise<void> {
  const { imports } = service.store;
  for (const from of ['preview', 'stored'] as const) await imports.setState(userId, id, 'reading', from);
  void goOn(service, userId, { id, state: 'reading' });
}

/**
 * Begins the next step of an import, unless it is running. Another process may run the same step: each
 * transaction looks for the rows that are left.
 */
export function goOn(
  service: ImportContext,
  userId: string,
  { id, state }: Pick<ImportRecord, 'id' | 'state'>,
): Promise<void> {
  const works = running.get(service.store) ?? new Map<string, Promise<void>>();
  running.set(service.store, works);
  // An undo does not wait for a running step, which stops at its next part.
  const key = `${userId} ${id} ${state}`;
  const step = STEPS[state];
  const work =
    works.get(key) ??
    (step === undefined ? Promise.resolve() : step(service, userId, id))
      .catch((error: unknown) => service.log({ level: 'error', event: 'import', error }))
      .finally(() => works.delete(key));
  works.set(key, work);
  return work;
}

/** Like `goOn`, and waits a moment, so that a small file needs no second request. */
export async function goOnBriefly(service: ImportContext, userId: string, one: ImportRecord): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const briefly = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, BRIEFLY_MS);
  });
  await Promise.race([goOn(service, userId, one), briefly]);
  clearTimeout(timer);
}

const BRIEFLY_MS = 1500;

type ImportStep = (service: ImportContext, userId: string, id: string) => Promise<void>;

const STEPS: Partial<Record<ImportRecord['state'], ImportStep>> = {
  reading: async (service, userId, id) => {
    const { imports } = service.store;
    do {
      await imports.setState(userId, id, 'reading', 'preview');
      await lookUp(service, userId, id);
      await imports.markKnown(userId, id);
      const added = (await imports.find(userId, id))?.added ?? 0;
      await imports.setState(userId, id, added === 0 ? 'preview' : 'stored', 'reading');
      // Repeats if the person has meanwhile answered for further rows, and has not undone the import.
    } while (
      (await isWanted(service, userId, id)) &&
      (await imports.questions(userId, id, 'open', 1)).length > 0
    );
  },
  storing: async (service, userId, id) => {
    const { imports } = service.store;
    await imports.store(userId, id);
    await imports.setState(userId, id, 'stored', 'storing');
    await recount(service.store, userId);
  },
  undoing: async (service, userId, id) => {
    await service.store.imports.remove(userId, id);
    await recount(service.store, userId);
  },
};

/** Recounts viewings by day if the file has set the time zone. */
async function recount({ preferences }: Store, userId: string): Promise<void> {
  let isLeft = await preferences.isRecounting(userId);
  while (isLeft) isLeft = await preferences.recount(userId);
}

async function isWanted({ store }: ImportContext, userId: string, id: string): Promise<boolean> {
  return ((await store.imports.find(userId, id))?.state ?? 'undoing') !== 'undoing';
}

/**
 * The row that is used to look up the work of a question. Prefers a row with an episode number and no season:
 * its answer tells in which season the title begins.
 */
function exampleOf(staged: Readonly<{ row: string }>[]): ImportRow {
  const rows = staged.map(({ row }) => JSON.parse(row) as ImportRow);
  const isCounted = ({ level, seasonNumber, episodeNumber }: ImportRow) =>
    level === undefined && seasonNumber === undefined && episodeNumber !== undefined;
  return rows.find(isCounted) ?? rows[0] ?? { type: 'movie' };
}

async function lookUp(service: ImportContext, userId: string, id: string): Promise<void> {
  const { imports } = service.store;
  const isStillWanted = () => isWanted(service, userId, id);
  for (;;) {
    const questions = await imports.questions(userId, id, 'open', QUESTIONS);
    if (questions.length === 0) return;
    for (const text of questions) {
      if (!(await isStillWanted())) return;
      const question = JSON.parse(text) as RowQuestion;
      const rows = await imports.rowsOf(userId, id, text);
      // If the film database cannot be reached, the person chooses later.
      const work = await findWork(service, question, exampleOf(rows)).catch(() => undefined);
      const answers =
        work === undefined
          ? rows.map(({ n }) => ({ n, ids: undefined }))
          : await answerRows(service, work, rows, isStillWanted);
      await imports.answer(userId, id, answers);
    }
  }
}
