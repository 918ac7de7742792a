import { CommandError, type Command } from './command';

/** Copies the database while the service goes on. */
export const backup: Command = async ({ store, options: { to } }) => {
  if (to === undefined) throw new CommandError('--to must be the file to write.');
  await store.backup(to).catch((error: unknown) => {
    throw new CommandError(`The copy could not be written: ${error instanceof Error ? error.message : ''}`);
  });
  return [];
};

/** Prints nothing when all is well. */
export const check: Command = async ({ store, isReadOnly, options: { data, repair = false } }) => {
  if (repair && isReadOnly)
    throw new CommandError(`${data} can only be read: nothing in it can be counted anew.`);
  if (repair) await store.repair();
  const problems = await store.check();
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  return [];
};
