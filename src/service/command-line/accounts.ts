import { createSecret } from '../secrets/secret';
import { CommandError, findUser, type Command } from './command';

/** 120 random bits as characters of base64url. */
const NEW_PASSWORD_LENGTH = 20;

function newPassword(): string {
  return createSecret().slice(0, NEW_PASSWORD_LENGTH);
}

/** Prints the key and nothing else, for use in scripts. */
export const createKey: Command = async (context) => {
  const { keys, audit } = context.store;
  const { type } = context.options;
  if (type !== 'sk' && type !== 'pk') throw new CommandError('--type must be sk or pk.');
  const userId = await findUser(context);
  const key = await keys.create(userId, type, 'Command line');
  await audit.add(userId, 'key-created', '', 'Command line');
  return [key];
};

/** Prints the code and nothing else. */
export const setUpCode: Command = async ({ store }) => {
  if (await store.users.isClaimed()) throw new CommandError('The owner has an account already.');
  return [await store.setUpCode.ensure()];
};

/** Prints a new password and nothing else, and ends all sign-ins. */
export const resetPassword: Command = async (context) => {
  const { users, logins, browsers, audit } = context.store;
  const userId = await findUser(context);
  if (!(await users.isClaimed())) throw new CommandError('There is no account yet: open /welcome.');
  const password = newPassword();
  await users.setPassword(userId, password);
  await logins.closeAll(userId);
  await browsers.forget(userId);
  await audit.add(userId, 'password-reset', '');
  return [password];
};

/** Prints the password of the new account and nothing else. */
export const addUser: Command = async ({ store: { users, audit }, options }) => {
  const { name = '', role = 'member' } = options;
  if (name.trim() === '' || name.length > 60) throw new CommandError('--name must have 1 to 60 characters.');
  if (role !== 'member' && role !== 'reviewer') throw new CommandError('--role must be member or reviewer.');
  const password = newPassword();
  const user = await users.add(name.trim(), password, role);
  if (user === undefined) throw new CommandError('There is an account of this name already.');
  await audit.add(user.id, 'account-created', '');
  return [password];
};

/** A line for each: name, role, day. */
export const listUsers: Command = async ({ store: { users } }) => {
  const rows = await users.list();
  return rows.map(({ name, role, createdAt }) =>
    [name, role, new Date(createdAt).toISOString().slice(0, 10)].join('\t'),
  );
};
