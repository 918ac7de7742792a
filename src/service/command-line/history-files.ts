import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { exportFile, exportForms, isExportForm } from '../library/export-forms';
import type { Catalogue } from '../catalogue/catalogue';
import { createCatalogue } from '../library/create-catalogue';
import { goOn, openImport, type ImportContext } from '../library/imports/import-jobs';
import { importSources, type ImportRow } from '../library/imports/import-row';
import type { WhyUnread } from '../library/imports/read-file';
import { subtitleText } from '../library/media-records';
import type { ImportRecord } from '../store/imports';
import { wordsIn } from '../texts/words';
import { CommandError, findUser, originOf, type Command, type CommandContext } from './options';
import { answerGroups, checkAnswers } from './import-answers';

/** Maximum number of rows in the preview. */
const SHOWN = 10;
/** File mode: the owner reads and writes, others have no access. */
const PRIVATE_FILE = 0o600;

/** Writes the history to the file `--to` or to the standard output. `--format` chooses the form. */
export const exportHistory: Command = async (context) => {
  const { format: form = 'json', to } = context.options;
  if (!isExportForm(form)) throw new CommandError(`--format must be one of ${exportForms.join(', ')}.`);
  const userId = await findUser(context);
  const service = await contextOf(context);
  const { texts } = exportFile(service, { userId, origin: originOf(context), form });
  if (to === undefined) for await (const text of texts) await context.write(text);
  else await writeFile(to, texts);
  return [];
};

async function writeFile(path: string, texts: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', PRIVATE_FILE).catch((error: unknown) => {
    throw new CommandError(`The file could not be written: ${error instanceof Error ? error.message : ''}`);
  });
  try {
    for await (const text of texts) await file.write(text);
  } finally {
    await file.close();
  }
}

/**
 * Reads `--file`, looks up its titles and prints a preview. Stores them only with `--yes`; otherwise the
 * import is discarded. `--undo` reverts an import instead.
 */
export const importHistory: Command = async (context) => {
  const { file, undo, yes = false } = context.options;
  const userId = await findUser(context);
  if (undo !== undefined) return undoImport(context, userId, undo);
  if (file === undefined) throw new CommandError('--file must be the file to read.');
  checkAnswers(context.options);
  const service = await contextOf(context);
  const opened = await openImport(service, userId, readBytes(file), basename(file));
  if ('refused' in opened) throw new CommandError(PROBLEMS[opened.refused]);
  const { id } = opened;
  await goOn(service, userId, { id, state: 'reading' });
  const discard = () => goOn(service, userId, { id, state: 'undoing' });
  const open = await answerGroups(service, { userId, id }, context.options).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const preview = [...(await describePreview(context, userId, id)), ...open];
  if (!yes) {
    await discard();
    return [...preview, 'Nothing was stored. With --yes the entries that are clear are stored.'];
  }
  await context.store.imports.setState(userId, id, 'storing');
  await goOn(service, userId, { id, state: 'storing' });
  return [...preview, ...(await describeStored(context, userId, id))];
};

const SOURCES = new Intl.ListFormat('en', { type: 'disjunction' }).format(importSources);

const PROBLEMS: Readonly<Record<WhyUnread, string>> = {
  archive: `This archive is damaged, too large, or without a file from ${SOURCES}.`,
  list: 'This list has no viewings. Read the file of the history or of the ratings.',
  unknown: `This is not a file from ${SOURCES}.`,
};

async function undoImport(context: CommandContext, userId: string, id: string): Promise<string[]> {
  const { imports } = context.store;
  const record = await imports.find(userId, id);
  if (record === undefined) throw new CommandError('This person has no import with this id.');
  const what = await describeAdded(context, userId, record);
  await imports.setState(userId, id, 'undoing');
  await goOn(await contextOf(context), userId, { id, state: 'undoing' });
  return [`${what} taken out.`];
}

async function describePreview({ store: { imports } }: CommandContext, userId: string, id: string) {
  const record = await imports.find(userId, id);
  if (record?.state !== 'preview') throw new CommandError('The file could not be read to its end.');
  const { ready, known, unclear } = await imports.count(userId, id);
  const rows = await imports.rows(userId, id, 'ready', SHOWN);
  const kept = await imports.keptParts(userId, id);
  return [
    `${record.source}: ${String(record.rows)} entries`,
    `  ${String(ready)} are clear, ${String(known)} of them are in the history already`,
    `  ${String(unclear)} are unclear, ${String(record.unread)} cannot be read`,
    ...kept.map(({ part, rows: count }) => `  ${String(count)} of ${part}`),
    ...rows.flatMap(({ row, media, watchedAt }) => {
      const read = JSON.parse(row) as ImportRow;
      if ((read.title ?? media) === null) return [];
      const day = watchedAt === null ? '          ' : new Date(watchedAt).toISOString().slice(0, 10);
      const part = subtitleText(wordsIn('en', 'UTC'), read) ?? '';
      return [`  ${day}  ${read.title ?? media ?? ''} ${part}`.trimEnd()];
    }),
    ...(ready > rows.length ? [`  and ${String(ready - rows.length)} more`] : []),
  ];
}

async function describeStored(context: CommandContext, userId: string, id: string) {
  const { imports } = context.store;
  const record = await imports.find(userId, id);
  if (record?.state !== 'stored')
    throw new CommandError(`The import ${id} was not stored to its end: --undo ${id} takes it out again.`);
  const { unclear } = await imports.count(userId, id);
  return [
    `${await describeAdded(context, userId, record)} added. To take them out again: import --undo ${id}`,
    ...(unclear > 0 ? [`What the unclear ones mean can be chosen on the page /import/${id}.`] : []),
  ];
}

/** What an import has added: `3 viewings`, `2 ratings` or `3 viewings and 2 ratings`. */
async function describeAdded({ store }: CommandContext, userId: string, { id, added }: ImportRecord) {
  const ratings = (await store.imports.ratings(userId)).get(id) ?? 0;
  const kept = await store.imports.keptParts(userId, id);
  const others = kept.reduce((sum, part) => sum + part.added, 0);
  const counts = [
    [added, 'viewings'],
    [ratings, 'ratings'],
    [others, 'other entries'],
  ] as const;
  const some = counts.filter(([count], index) => count > 0 || (index === 0 && ratings + others === 0));
  return some.map(([count, what]) => `${String(count)} ${what}`).join(' and ');
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    throw new CommandError(`${path} cannot be read.`);
  }
}

const NO_CATALOGUE: Catalogue = { resolve: async () => [], next: async () => undefined };

/**
 * The parts of the service that reading and writing files needs. The service itself may run at the same time.
 */
async function contextOf({ store, isReadOnly }: CommandContext): Promise<ImportContext> {
  const tmdbToken = process.env['TMDB_TOKEN'] || (await store.filmDatabaseToken.read());
  // Look-ups are cached in the store, so a read-only store needs a catalogue that looks nothing up.
  const catalogue = isReadOnly ? NO_CATALOGUE : createCatalogue({ store, tmdbToken });
  return {
    store,
    catalogue,
    now: Date.now,
    log: ({ error }) => console.error(error instanceof Error ? error.message : ''),
  };
}
