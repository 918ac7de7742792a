import { goOn, settleGroup, type ImportContext } from '../library/imports/import-jobs';
import type { ImportRow, RowGroup } from '../library/imports/import-row';
import type { ImportQuestion } from '../library/imports/stage-rows';
import { CommandError, type CommandOptions } from './options';

/** Maximum number of group questions that are read. A file has one for each profile, which is far fewer. */
const GROUPS = 100;
/** Maximum number of rows among which an example is searched. */
const EXAMPLES = 100;

const DATES: Readonly<Record<string, string>> = { 'day-first': 'day', 'month-first': 'month' };
const LISTS: Readonly<Record<string, string>> = { watched: 'take', 'not-watched': 'leave' };

type Answers = Pick<CommandOptions, 'profile' | 'dates' | 'list'>;

/** Throws if an option has an invalid value. Must be called before anything is read. */
export function checkAnswers({ dates, list }: Answers): void {
  if (dates !== undefined && !Object.hasOwn(DATES, dates))
    throw new CommandError('--dates must be day-first or month-first.');
  if (list !== undefined && !Object.hasOwn(LISTS, list))
    throw new CommandError('--list must be watched or not-watched.');
}

type StagedImport = Readonly<{
  userId: string;
  id: string;
}>;

/**
 * Answers the questions about groups of rows that only the person can answer, from the options. Returns a
 * line for each question that stays open; its rows are not stored.
 */
export async function answerGroups(
  service: ImportContext,
  one: StagedImport,
  options: Answers,
): Promise<string[]> {
  const groups = await readGroups(service, one);
  const profiles = groups.flatMap(({ group }) => (group.group === 'profile' ? [group.name] : []));
  checkProfile(options, profiles);
  for (const { text, group } of groups) await settle(service, one, text, answerTo(group, options));
  await goOn(service, one.userId, { id: one.id, state: 'reading' });
  const left = await readGroups(service, one);
  return Promise.all(left.map((open) => describeOpen(service, one, open)));
}

function checkProfile({ profile }: Answers, profiles: string[]): void {
  if (profile === undefined || profiles.includes(profile)) return;
  throw new CommandError(
    profiles.length === 0
      ? 'This file does not tell profiles apart: leave --profile out.'
      : `This file has no profile "${profile}". It has: ${profiles.join(', ')}.`,
  );
}

type OpenGroup = Readonly<{
  text: string;
  group: RowGroup;
}>;

async function readGroups({ store }: ImportContext, { userId, id }: StagedImport): Promise<OpenGroup[]> {
  // The texts of group questions begin with `{"group"`, those of title questions with `{"type"`, so groups
  // sort first.
  const texts = await store.imports.questions(userId, id, 'unclear', GROUPS);
  return texts.flatMap((text) => {
    const group = JSON.parse(text) as ImportQuestion;
    return group.group === undefined ? [] : [{ text, group }];
  });
}

/** The answer to a group question. `undefined`: no option gives one. */
function answerTo(group: RowGroup, { profile, dates, list }: Answers): string | undefined {
  if (group.group === 'dates') return dates && DATES[dates];
  if (group.group === 'watched') return list && LISTS[list];
  if (profile === undefined) return undefined;
  return group.name === profile ? 'take' : 'leave';
}

async function settle(
  service: ImportContext,
  { userId, id }: StagedImport,
  question: string,
  answer: string | undefined,
): Promise<void> {
  if (answer === 'leave') await service.store.imports.leave(userId, id, question);
  else if (answer !== undefined) await settleGroup(service, userId, id, { question, answer });
}

async function describeOpen(
  { store: { imports } }: ImportContext,
  { userId, id }: StagedImport,
  { text, group }: OpenGroup,
): Promise<string> {
  const count = await imports.countOf(userId, id, text);
  const entries = count === 1 ? '1 entry is' : `${String(count)} entries are`;
  if (group.group === 'profile')
    return `  ${entries} of the profile "${group.name}": --profile names the one to store`;
  if (group.group === 'watched')
    return `  ${entries} of a list, of films seen or of films to see: --list watched stores them`;
  const rows = (await imports.rowsOf(userId, id, text, EXAMPLES)).map(
    ({ row }) => JSON.parse(row) as ImportRow,
  );
  const {
    title = '',
    watchedAt,
    dayFirstAt,
  } = rows.find((row) => row.watchedAt !== row.dayFirstAt) ?? rows[0] ?? ({} as Partial<ImportRow>);
  const readings = `--dates day-first: ${dayOf(dayFirstAt)}, --dates month-first: ${dayOf(watchedAt)}`;
  return `  ${entries} of a day that can be read in two ways, such as "${title}"; ${readings}`;
}

function dayOf(time: number | undefined): string {
  return time === undefined ? 'no day' : new Date(time).toISOString().slice(0, 10);
}
