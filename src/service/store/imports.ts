import type { Database } from './engine/database';
import { removeImport, storeImport, type ImportState } from './apply-import';
import { countRatings, countRows } from './count-import-rows';
import type { CreateId } from './ids';
import { mediaKey, showOf, type MediaIds } from '../../core/library/media-key';
import { AREAS, noteChange, type Area } from './changes';
import { countKept, markKnown } from './kept-rows';
import { restageRows, stageInParts, type Restaged, type RowsToStage } from './staged-rows';

export type ImportRecord = Readonly<{
  id: string;
  source: string;
  state: ImportState;
  /** Entries of the file, and those of them that could not be read. */
  rows: number;
  unread: number;
  /** Viewings that it has added to the history. */
  added: number;
  createdAt: number;
}>;

interface OpenedFile<T> extends RowsToStage<T> {
  readonly source: string;
  readonly unread: number;
}

/** What a question was answered with, for each of its rows. */
export type RowAnswer = Readonly<{
  n: number;
  ids: MediaIds | undefined;
  /** Of a series: its key. */
  media?: string | undefined;
  /** Seconds, where the film database knows it. */
  runtime?: number | undefined;
}>;

export type Imports = ReturnType<typeof createImports>;

/** Rows that one transaction stores: fewer than hold another request up. */
const PART = 100;
/** Rows of an import: more than a person's own file has. */
const MOST_ROWS = 1_000_000;

/** Imports of viewings from files, in three steps: staged, stored, undone. */
export function createImports(db: Database, { now, createId }: { now: () => number; createId: CreateId }) {
  return {
    /** Stages the rows. */
    async open<T>(userId: string, { source, unread, rows, stage }: OpenedFile<T>): Promise<string> {
      const id = createId();
      await db.run(ADD, userId, id, source, rows.length, unread, now());
      await stageInParts(db, { userId, id }, { rows, stage });
      return id;
    },

    ...importQueries(db),
    ...staged(db),

    /** Nothing happens where the import is in another state than `from`, if that is given. */
    async setState(userId: string, id: string, state: ImportState, from?: ImportState): Promise<void> {
      await db.run(
        'UPDATE imports SET state = ? WHERE user_id = ? AND id = ? AND state = coalesce(?, state)',
        state,
        userId,
        id,
        from ?? null,
      );
    },

    /** Adds what is ready to the history; what is in it already stays as it is. May be repeated. */
    async store(userId: string, id: string): Promise<number> {
      const added = await storeImport(db, { userId, id });
      await noteImport(db, userId, { areas: await areasOf(db, userId, id), at: now() });
      return added;
    },

    /** Takes out what the import has added, and forgets it. May be repeated. */
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

    /** The rows of a question that nobody could answer are looked up with another one. */
    askAgain: (userId: string, id: string, question: string, other: string) =>
      db.run(ASK_AGAIN, other, userId, id, question),

    /** How many ratings each import has added. */
    ratings: (userId: string) => countRatings(db, userId),
  };
}

/** What of the person an import changes. */
async function areasOf(db: Database, userId: string, id: string): Promise<Area[]> {
  const parts = new Set<string>((await countKept(db, userId, id)).map(({ part }) => part));
  const isIn = (area: Area): boolean => parts.has(PART_OF_AREA[area] ?? area);
  return ['history', 'ratings', ...AREAS.filter(isIn)];
}
const PART_OF_AREA: Partial<Record<Area, string>> = { lists: 'entry', scrobbles: 'progress' };

async function noteImport(
  db: Database,
  userId: string,
  { areas, at }: Readonly<{ areas: readonly Area[]; at: number }>,
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

/** A row as JSON, and what it was found to be. */
type StagedTitle = Readonly<{
  n: number;
  row: string;
  media: string | null;
  watchedAt: number | null;
}>;

function staged(db: Database) {
  return {
    /** Questions that nobody has looked up yet, a few at a time. */
    questions: async (userId: string, id: string, state: 'open' | 'unclear', limit: number) =>
      (await db.all<{ question: string }>(QUESTIONS, userId, id, state, limit)).map(
        ({ question }) => question,
      ),

    /** The rows with this question, as JSON. */
    rowsOf: (userId: string, id: string, question: string, limit = MOST_ROWS) =>
      db.all<{ n: number; row: string }>(ROWS_OF_QUESTION, userId, id, question, limit),

    countOf: async (userId: string, id: string, question: string): Promise<number> =>
      (await db.one<{ n: number }>(COUNT_OF_QUESTION, userId, id, question))?.n ?? 0,

    /** Stores what the rows are about. Without `ids` a row is unclear. */
    answer: (userId: string, id: string, answers: readonly RowAnswer[]) =>
      storeAnswers(db, { userId, id }, answers),

    /** Replaces rows, which are as if the file had them like this. */
    restage: (userId: string, id: string, rows: readonly Restaged[]) => restageRows(db, { userId, id }, rows),

    /** The rows of a question that are not to be stored. */
    leave: (userId: string, id: string, question: string) => db.run(LEAVE, userId, id, question),

    /** The rows of a state, in the order of the file. */
    rows: (userId: string, id: string, state: 'unclear' | 'ready' | 'left', limit: number, after = -1) =>
      db.all<StagedTitle>(ROWS_OF_STATE, userId, id, state, after, limit),

    count: (userId: string, id: string) => countRows(db, userId, id),

    /** How much it has of each part that is neither viewings nor ratings. */
    keptParts: (userId: string, id: string) => countKept(db, userId, id),

    /** Notes what of these parts is there already. */
    markKnown: (userId: string, id: string) => markKnown(db, { userId, id }),
  };
}

async function storeAnswers(
  db: Database,
  { userId, id }: Readonly<{ userId: string; id: string }>,
  answers: readonly RowAnswer[],
): Promise<void> {
  for (let from = 0; from < answers.length; from += PART)
    await db.transaction(async (tx) => {
      for (const answer of answers.slice(from, from + PART))
        await tx.run(ANSWER, ...answerValues(answer), userId, id, answer.n);
    });
}

/** An answer may come late: a row that is ready or left out by then stays as it is. */
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
