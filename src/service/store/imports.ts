import type { Database } from './engine/database';
import { removeImport, storeImport, type ImportState } from './apply-import';
import {
  countRatings,
  countRows,
  restageRows,
  stageInParts,
  type Restaged,
  type RowsToStage,
} from './staged-rows';
import type { CreateId } from './ids';
import { mediaKey, showOf, type MediaIds } from '../../core/library/media-key';
import { AREAS, noteChange, type Area } from './changes';
import { countKept, markKnown } from './kept-rows';

export type ImportRecord = Readonly<{
  id: string;
  source: string;
  state: ImportState;
  /** The number of entries in the file, and of those that could not be read. */
  rows: number;
  unread: number;
  /** The number of viewings that the import has added to the history. */
  added: number;
  createdAt: number;
}>;

type OpenedFile<T> = RowsToStage<T> &
  Readonly<{
    source: string;
    unread: number;
  }>;

/** The title of one row, as the answer to its question. */
export type RowAnswer = Readonly<{
  n: number;
  ids: MediaIds | undefined;
  /** Instead of `ids`: the key of a whole series. */
  media?: string | undefined;
  /** Seconds, if the film database knows it. */
  runtime?: number | undefined;
}>;

/** Rows per transaction: few enough not to delay other requests. */
const PART = 100;
/** Maximum rows of an import: more than a person's own file has. */
const MOST_ROWS = 1_000_000;

/** Imports of viewings from files. An import is staged, then stored, and can be undone. */
export function createImports(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    /** Adds an import and stages its rows. Returns its id. */
    async open<T>(userId: string, { source, unread, rows, stage }: OpenedFile<T>): Promise<string> {
      const id = createId();
      await db.run(ADD, userId, id, source, rows.length, unread, now());
      await stageInParts(db, { userId, id }, { rows, stage });
      return id;
    },

    ...importQueries(db),
    ...staged(db),

    /** Does nothing if `from` is given and the import is in another state. */
    async setState(userId: string, id: string, state: ImportState, from?: ImportState): Promise<void> {
      await db.run(
        'UPDATE imports SET state = ? WHERE user_id = ? AND id = ? AND state = coalesce(?, state)',
        state,
        userId,
        id,
        from ?? null,
      );
    },

    /** Adds ready rows to the history; existing viewings stay unchanged. Can be repeated. */
    async store(userId: string, id: string): Promise<number> {
      const added = await storeImport(db, { userId, id });
      await noteImport(db, userId, { areas: await areasOf(db, userId, id), at: now() });
      return added;
    },

    /** Removes the import and all that it has added. Can be repeated. */
    async remove(userId: string, id: string): Promise<void> {
      const areas = await areasOf(db, userId, id);
      await removeImport(db, { userId, id });
      await noteImport(db, userId, { areas, at: now() });
    },
  };
}

function importQueries(db: Database) {
  return {
    list: (userId: string) =>
      db.all<ImportRecord>(`${SELECT} WHERE user_id = ? ORDER BY created_at DESC, id DESC LIMIT 100`, userId),

    find: (userId: string, id: string) =>
      db.one<ImportRecord>(`${SELECT} WHERE user_id = ? AND id = ?`, userId, id),

    /** Gives the rows of an unclear question another question, which is looked up next. */
    askAgain: (userId: string, id: string, question: string, other: string) =>
      db.run(ASK_AGAIN, other, userId, id, question),

    /** How many ratings each import has added. */
    ratings: (userId: string) => countRatings(db, userId),
  };
}

/** The areas of a person's data that an import changes. */
async function areasOf(db: Database, userId: string, id: string): Promise<Area[]> {
  const parts = new Set<string>((await countKept(db, userId, id)).map(({ part }) => part));
  const isIn = (area: Area): boolean => parts.has(PART_OF_AREA[area] ?? area);
  return ['history', 'ratings', ...AREAS.filter(isIn)];
}
const PART_OF_AREA: Partial<Record<Area, string>> = { lists: 'entry', scrobbles: 'progress' };

async function noteImport(
  db: Database,
  userId: string,
  { areas, at }: Readonly<{ areas: Area[]; at: number }>,
): Promise<void> {
  for (const area of areas) await noteChange(db, userId, area, at);
}

const ADD = `
  INSERT INTO imports (user_id, id, source, state, rows, unread, added, created_at)
  VALUES (?, ?, ?, 'reading', ?, ?, 0, ?)`;

const SELECT = `SELECT id, source, state, rows, unread, added, created_at AS "createdAt" FROM imports`;

const QUESTIONS = `
  SELECT question FROM import_rows WHERE user_id = ? AND import_id = ? AND state = ?
  GROUP BY question ORDER BY question LIMIT ?`;

const ROWS_OF_QUESTION = `
  SELECT n, row FROM import_rows
  WHERE user_id = ? AND import_id = ? AND state IN ('open', 'unclear') AND question = ? ORDER BY n LIMIT ?`;

const COUNT_OF_QUESTION = `
  SELECT count(*) AS n FROM import_rows
  WHERE user_id = ? AND import_id = ? AND state IN ('open', 'unclear') AND question = ?`;

const LEAVE = `
  UPDATE import_rows SET state = 'left'
  WHERE user_id = ? AND import_id = ? AND state = 'unclear' AND question = ?`;

const ASK_AGAIN = `
  UPDATE import_rows SET state = 'open', question = ?
  WHERE user_id = ? AND import_id = ? AND state = 'unclear' AND question = ?`;

const ROWS_OF_STATE = `
  SELECT n, row, media, watched_at AS "watchedAt" FROM import_rows
  WHERE user_id = ? AND import_id = ? AND state = ? AND n > ? ORDER BY n LIMIT ?`;

/** A row as JSON, and the title that was found for it. */
type StagedTitle = Readonly<{
  n: number;
  row: string;
  media: string | null;
  watchedAt: number | null;
}>;

function staged(db: Database) {
  return {
    /** Up to `limit` questions whose rows are in this state. */
    questions: async (userId: string, id: string, state: 'open' | 'unclear', limit: number) =>
      (await db.all<{ question: string }>(QUESTIONS, userId, id, state, limit)).map(
        ({ question }) => question,
      ),

    /** The rows with this question, as JSON. */
    rowsOf: (userId: string, id: string, question: string, limit = MOST_ROWS) =>
      db.all<{ n: number; row: string }>(ROWS_OF_QUESTION, userId, id, question, limit),

    countOf: async (userId: string, id: string, question: string): Promise<number> =>
      (await db.one<{ n: number }>(COUNT_OF_QUESTION, userId, id, question))?.n ?? 0,

    /** Stores the titles of rows. A row without one becomes unclear. */
    answer: (userId: string, id: string, answers: RowAnswer[]) => storeAnswers(db, { userId, id }, answers),

    /** Replaces rows as if the file had contained the new ones. */
    restage: (userId: string, id: string, rows: Restaged[]) => restageRows(db, { userId, id }, rows),

    /** Leaves out the rows of an unclear question: they are not stored. */
    leave: (userId: string, id: string, question: string) => db.run(LEAVE, userId, id, question),

    /** The rows of a state, in the order of the file. */
    rows: (userId: string, id: string, state: 'unclear' | 'ready' | 'left', limit: number, after = -1) =>
      db.all<StagedTitle>(ROWS_OF_STATE, userId, id, state, after, limit),

    count: (userId: string, id: string) => countRows(db, userId, id),

    /** How many entries the import has of each part (`KeptPart`). */
    keptParts: (userId: string, id: string) => countKept(db, userId, id),

    /** Marks the entries of these parts that the person has already. */
    markKnown: (userId: string, id: string) => markKnown(db, { userId, id }),
  };
}

async function storeAnswers(
  db: Database,
  { userId, id }: Readonly<{ userId: string; id: string }>,
  answers: RowAnswer[],
): Promise<void> {
  for (let from = 0; from < answers.length; from += PART)
    await db.transaction(async (tx) => {
      for (const answer of answers.slice(from, from + PART))
        await tx.run(ANSWER, ...answerValues(answer), userId, id, answer.n);
    });
}

/** An answer may come late, so it changes no row that is ready or left out by then. */
const ANSWER = `
  UPDATE import_rows SET state = ?, media = ?, episode_id = ?, show_id = CAST(? AS BIGINT),
    watch_id = CASE WHEN own_id = 1 THEN watch_id
      ELSE 'import-' || CAST(? AS TEXT) || '-' || watched_at END,
    duration = CASE WHEN duration = 0 THEN CAST(? AS BIGINT) ELSE duration END,
    progress = CASE WHEN progress = 0 THEN CAST(? AS BIGINT) ELSE progress END
  WHERE user_id = ? AND import_id = ? AND n = ? AND state IN ('open', 'unclear')`;

function answerValues({ ids, media: key, runtime = 0 }: RowAnswer) {
  const media = ids === undefined ? (key ?? null) : mediaKey(ids);
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
