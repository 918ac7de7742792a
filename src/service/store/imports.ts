import type { Database } from './engine/database';
import { removeImport, storeImport } from './apply-import';
import { countRows } from './count-import-rows';
import type { CreateId } from './ids';
import { mediaKey, showOf, type MediaIds } from './media-key';

/** `reading`: titles are looked up; `preview`: the person decides; `stored`: in the history. */
export type ImportState = 'reading' | 'preview' | 'storing' | 'stored' | 'undoing';

export interface ImportRecord {
  readonly id: string;
  readonly source: string;
  readonly state: ImportState;
  /** Entries of the file, and those of them that could not be read. */
  readonly rows: number;
  readonly unread: number;
  /** Viewings that it has added to the history. */
  readonly added: number;
  readonly createdAt: number;
}

/** A row that is to be stored. Times are milliseconds since 1970. */
export interface StagedRow {
  /** What has to be looked up; empty where `ids` say it. */
  readonly question: string;
  readonly ids: MediaIds | undefined;
  /** The row as JSON, for the lookup and for the list of what is left. */
  readonly row: string;
  /** Of a viewing that we have exported. */
  readonly id: string | undefined;
  readonly progress: number;
  readonly duration: number;
  readonly startedAt: number | undefined;
  readonly watchedAt: number | undefined;
  readonly halves: number | undefined;
  readonly ratedAt: number | undefined;
}

/** What a question was answered with, for each of its rows. */
export interface RowAnswer {
  readonly n: number;
  readonly ids: MediaIds | undefined;
  /** Seconds, where the film database knows it. */
  readonly runtime?: number | undefined;
}

export type Imports = ReturnType<typeof createImports>;

/** Rows that one transaction stores: fewer than hold another request up. */
const PART = 100;

/** Imports of viewings from files, in three steps: staged, stored, undone. */
export function createImports(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    /** Stages the rows. */
    async open(userId: string, source: string, rows: readonly StagedRow[], unread: number): Promise<string> {
      const id = createId();
      await db.run(
        `INSERT INTO imports (user_id, id, source, state, rows, unread, added, created_at)
         VALUES (?, ?, ?, 'reading', ?, ?, 0, ?)`,
        userId,
        id,
        source,
        rows.length,
        unread,
        now(),
      );
      for (let from = 0; from < rows.length; from += PART)
        await db.transaction(async (tx) => {
          for (const [index, row] of rows.slice(from, from + PART).entries())
            await tx.run(STAGE, ...stagedValues(userId, id, from + index, row));
        });
      return id;
    },

    list: (userId: string) =>
      db.all<ImportRecord>(`${SELECT} WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT 100`, userId),

    find: (userId: string, id: string) =>
      db.one<ImportRecord>(`${SELECT} WHERE user_id = ? AND id = ?`, userId, id),

    ...staged(db),

    async setState(userId: string, id: string, state: ImportState): Promise<void> {
      await db.run('UPDATE imports SET state = ? WHERE user_id = ? AND id = ?', state, userId, id);
    },

    /** Adds what is ready to the history; what is in it already stays as it is. May be repeated. */
    store: (userId: string, id: string) => storeImport(db, { userId, id }),

    /** Takes out what the import has added, and forgets it. May be repeated. */
    remove: (userId: string, id: string) => removeImport(db, { userId, id }),
  };
}

const SELECT = `SELECT id, source, state, rows, unread, added, created_at AS "createdAt" FROM imports`;

const STAGE = `
  INSERT INTO import_rows (user_id, import_id, n, state, question, row, watch_id, own_id, media, episode_id,
    show_id, progress, duration, started_at, watched_at, halves, rated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function stagedValues(userId: string, importId: string, n: number, row: StagedRow) {
  const media = row.ids === undefined ? null : mediaKey(row.ids);
  return [
    userId,
    importId,
    n,
    media === null ? 'open' : 'ready',
    row.question,
    row.row,
    row.id ?? (media === null ? null : importedId(media, row.watchedAt)),
    row.id === undefined ? 0 : 1,
    media,
    row.ids?.episodeId ?? null,
    media === null ? null : showOf(media),
    row.progress,
    row.duration,
    row.startedAt ?? row.watchedAt ?? null,
    row.watchedAt ?? null,
    row.halves ?? null,
    row.ratedAt ?? row.watchedAt ?? null,
  ];
}

/** The same viewing has the same id in each import of it. */
function importedId(media: string, watchedAt: number | undefined): string | null {
  return watchedAt === undefined ? null : `import-${media.replaceAll(':', '-')}-${String(watchedAt)}`;
}

const QUESTIONS = `
  SELECT question FROM import_rows WHERE user_id = ? AND import_id = ? AND state = ?
  GROUP BY question ORDER BY question LIMIT ?`;

const ROWS_OF_QUESTION = `
  SELECT n, row FROM import_rows
  WHERE user_id = ? AND import_id = ? AND state IN ('open', 'unclear') AND question = ? ORDER BY n`;

const LEAVE = `
  UPDATE import_rows SET state = 'left'
  WHERE user_id = ? AND import_id = ? AND state = 'unclear' AND question = ?`;

function staged(db: Database) {
  return {
    /** Questions that nobody has looked up yet, a few at a time. */
    questions: async (userId: string, id: string, state: 'open' | 'unclear', limit: number) =>
      (await db.all<{ question: string }>(QUESTIONS, userId, id, state, limit)).map(
        ({ question }) => question,
      ),

    /** The rows with this question, as JSON. */
    rowsOf: (userId: string, id: string, question: string) =>
      db.all<{ n: number; row: string }>(ROWS_OF_QUESTION, userId, id, question),

    /** Stores what the rows are about. Without `ids` a row is unclear. */
    answer: (userId: string, id: string, answers: readonly RowAnswer[]) =>
      storeAnswers(db, { userId, id }, answers),

    /** The rows of a question that are not to be stored. */
    leave: (userId: string, id: string, question: string): Promise<number> =>
      db.run(LEAVE, userId, id, question),

    /** The rows of a state, in the order of the file. */
    rows: (userId: string, id: string, state: 'unclear' | 'ready' | 'left', limit: number, after = -1) =>
      db.all<{ n: number; row: string; media: string | null; watchedAt: number | null }>(
        `SELECT n, row, media, watched_at AS "watchedAt" FROM import_rows
         WHERE user_id = ? AND import_id = ? AND state = ? AND n > ? ORDER BY n LIMIT ?`,
        userId,
        id,
        state,
        after,
        limit,
      ),

    count: (userId: string, id: string) => countRows(db, userId, id),
  };
}

async function storeAnswers(
  db: Database,
  { userId, id }: { readonly userId: string; readonly id: string },
  answers: readonly RowAnswer[],
): Promise<void> {
  for (let from = 0; from < answers.length; from += PART)
    await db.transaction(async (tx) => {
      for (const answer of answers.slice(from, from + PART))
        await tx.run(ANSWER, ...answerValues(answer), userId, id, answer.n);
    });
}

const ANSWER = `
  UPDATE import_rows SET state = ?, media = ?, episode_id = ?, show_id = CAST(? AS BIGINT),
    watch_id = CASE WHEN own_id = 1 THEN watch_id
      ELSE 'import-' || CAST(? AS TEXT) || '-' || watched_at END,
    duration = CASE WHEN duration = 0 THEN CAST(? AS BIGINT) ELSE duration END,
    progress = CASE WHEN progress = 0 THEN CAST(? AS BIGINT) ELSE progress END
  WHERE user_id = ? AND import_id = ? AND n = ?`;

function answerValues({ ids, runtime = 0 }: RowAnswer) {
  const media = ids === undefined ? null : mediaKey(ids);
  return [
    media === null ? 'unclear' : 'ready',
    media,
    ids?.episodeId ?? null,
    media === null ? null : showOf(media),
    media?.replaceAll(':', '-') ?? null,
    runtime,
    runtime,
  ];
}
