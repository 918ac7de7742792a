import { releaseCommands, ReleaseError, type ReleaseOptions } from './releases/commands';
import { createSecret } from './secrets/secret';
import { openStore, type Store } from './store/store';

/** Values of the command line. */
export interface CommandOptions extends ReleaseOptions {
  readonly data: string;
  readonly database?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly role?: string | undefined;
  readonly to?: string | undefined;
}

/** Ends a command with a sentence for the person who typed it. */
class CommandError extends Error {}

/** Returns the lines to print. */
type Command = (store: Store, options: CommandOptions) => Promise<string[]>;

/** Commands other than the start of the service, by the words that are typed. */
const COMMANDS: Readonly<Record<string, Command>> = {
  'create-key': createKey,
  'set-up-code': setUpCode,
  'reset-password': resetPassword,
  'user add': addUser,
  'user reset-password': resetPassword,
  'user list': listUsers,
  backup,
  check,
  ...Object.fromEntries(
    Object.entries(releaseCommands).map(([words, run]): [string, Command] => [
      words,
      ({ releases }, options) => run(releases, options),
    ]),
  ),
};

/** The result of a command: what it prints, or why it failed. `undefined`: there is no such command. */
export async function runCommand(
  words: readonly string[],
  options: CommandOptions,
): Promise<{ readonly lines: string[] } | { readonly failure: string } | undefined> {
  const command = COMMANDS[words.join(' ')];
  if (command === undefined) return undefined;
  const store = await openStore({ dataDir: options.data, database: options.database });
  try {
    return { lines: await command(store, options) };
  } catch (error) {
    if (error instanceof CommandError || error instanceof ReleaseError) return { failure: error.message };
    throw error;
  } finally {
    await store.close();
  }
}

/** 120 random bits as characters of base64url. */
const NEW_PASSWORD_LENGTH = 20;

function newPassword(): string {
  return createSecret().slice(0, NEW_PASSWORD_LENGTH);
}

/** Prints the key and nothing else, for use in scripts. Default: a key of the owner. */
async function createKey({ users, keys, audit }: Store, { type, name }: CommandOptions): Promise<string[]> {
  if (type !== 'sk' && type !== 'pk') throw new CommandError('--type must be sk or pk.');
  const userId = await findUser(users, name);
  const key = await keys.create(userId, type, 'Command line');
  await audit.add(userId, 'key-created', '', 'Command line');
  return [key];
}

/** Prints the code and nothing else. */
async function setUpCode(store: Store): Promise<string[]> {
  if (await store.users.isClaimed()) throw new CommandError('The owner has an account already.');
  return [await store.setUpCode.ensure()];
}

/** Prints a new password and nothing else, and ends all sign-ins. Default: that of the owner. */
async function resetPassword(store: Store, { name }: CommandOptions): Promise<string[]> {
  const { users, logins, browsers, audit } = store;
  const userId = await findUser(users, name);
  if (!(await users.isClaimed())) throw new CommandError('There is no account yet: open /welcome.');
  const password = newPassword();
  await users.setPassword(userId, password);
  await logins.closeAll(userId);
  await browsers.forget(userId);
  await audit.add(userId, 'password-reset', '');
  return [password];
}

/** Prints the password of the new account and nothing else. */
async function addUser(
  { users, audit }: Store,
  { name = '', role = 'member' }: CommandOptions,
): Promise<string[]> {
  if (name.trim() === '' || name.length > 60) throw new CommandError('--name must have 1 to 60 characters.');
  if (role !== 'member' && role !== 'reviewer') throw new CommandError('--role must be member or reviewer.');
  const password = newPassword();
  const user = await users.add(name.trim(), password, role);
  if (user === undefined) throw new CommandError('There is an account of this name already.');
  await audit.add(user.id, 'account-created', '');
  return [password];
}

/** A line for each: name, role, day. */
async function listUsers({ users }: Store): Promise<string[]> {
  const rows = await users.list();
  return rows.map(({ name, role, createdAt }) =>
    [name, role, new Date(createdAt).toISOString().slice(0, 10)].join('\t'),
  );
}

/** Copies the database while the service goes on. */
async function backup(store: Store, { to }: CommandOptions): Promise<string[]> {
  if (to === undefined) throw new CommandError('--to must be the file to write.');
  await store.backup(to).catch((error: unknown) => {
    throw new CommandError(`The copy could not be written: ${error instanceof Error ? error.message : ''}`);
  });
  return [];
}

/** Prints nothing when all is well. */
async function check(store: Store): Promise<string[]> {
  const problems = await store.check();
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  return [];
}

async function findUser(users: Store['users'], name: string | undefined): Promise<string> {
  const userId = name === undefined ? (await users.ensureOwner()).id : await users.idOf(name);
  if (userId === undefined) throw new CommandError('There is no account of this name.');
  return userId;
}
