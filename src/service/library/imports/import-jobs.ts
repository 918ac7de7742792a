import type { Service } from '../../http/environment';
import type { ImportRecord } from '../../store/imports';
import type { Store } from '../../store/store';
import type { ImportRow } from './import-row';
import { answerRows, chooseWork, findWorks } from './look-up-rows';
import { readFile } from './read-file';
import { stageRows, type Question } from './stage-rows';

/** What an import needs of the service. */
export type ImportContext = Pick<Service, 'store' | 'catalogue' | 'now' | 'log'>;

/** Largest file in bytes. */
export const importLimit = 32 * 1024 * 1024;

/** Questions that are taken from the database at once. */
const QUESTIONS = 50;

/** Works under way, by their store; a work that an end of the process has interrupted is begun again. */
const running = new WeakMap<Store, Map<string, Promise<void>>>();

/** Stages a file and begins to look its titles up. `undefined`: it is of no known source. */
export async function openImport(
  service: ImportContext,
  userId: string,
  text: string,
): Promise<string | undefined> {
  const file = await readFile(text);
  if (file === undefined) return undefined;
  const rows = await stageRows(file.rows, service.now());
  const unread = file.unread + file.rows.length - rows.length;
  const id = await service.store.imports.open(userId, file.source, rows, unread);
  void goOn(service, userId, { id, state: 'reading' });
  return id;
}

/** Begins the next step of an import, unless it is under way. */
export function goOn(
  service: ImportContext,
  userId: string,
  { id, state }: Pick<ImportRecord, 'id' | 'state'>,
): Promise<void> {
  const works = running.get(service.store) ?? new Map<string, Promise<void>>();
  running.set(service.store, works);
  const key = `${userId} ${id}`;
  const step = STEPS[state];
  const work =
    works.get(key) ??
    (step === undefined ? Promise.resolve() : step(service, userId, id))
      .catch((error: unknown) => service.log({ level: 'error', event: 'import', error }))
      .finally(() => works.delete(key));
  works.set(key, work);
  return work;
}

/** As `goOn`, and waits a moment, so that a small file needs no second look. */
export async function goOnBriefly(service: ImportContext, userId: string, one: ImportRecord): Promise<void> {
  const briefly = new Promise<void>((resolve) => {
    setTimeout(resolve, BRIEFLY_MS).unref();
  });
  await Promise.race([goOn(service, userId, one), briefly]);
}

const BRIEFLY_MS = 1500;

type Step = (service: ImportContext, userId: string, id: string) => Promise<void>;

const STEPS: Partial<Record<ImportRecord['state'], Step>> = {
  reading: async (service, userId, id) => {
    await lookUp(service, userId, id);
    await service.store.imports.setState(userId, id, 'preview');
  },
  storing: async ({ store: { imports } }, userId, id) => {
    await imports.store(userId, id);
    await imports.setState(userId, id, 'stored');
  },
  undoing: ({ store: { imports } }, userId, id) => imports.remove(userId, id),
};

async function lookUp(service: ImportContext, userId: string, id: string): Promise<void> {
  const { imports } = service.store;
  for (;;) {
    const questions = await imports.questions(userId, id, 'open', QUESTIONS);
    if (questions.length === 0) return;
    for (const text of questions) {
      const question = JSON.parse(text) as Question;
      const rows = await imports.rowsOf(userId, id, text);
      const first = JSON.parse(rows[0]?.row ?? '{}') as ImportRow;
      // Where the film database cannot be reached, the person chooses later.
      const works = await findWorks(service, question, first).catch(() => []);
      const work = chooseWork(question, works);
      const answers =
        work === undefined ? rows.map(({ n }) => ({ n, ids: undefined })) : answerRows(work, rows);
      await imports.answer(userId, id, answers);
    }
  }
}
