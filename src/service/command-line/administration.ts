import { createSecret } from '../secrets/secret';
import { CHOSEN_SCOPES } from '../store/keys';
import { invitationPath } from '../store/invitations';
import { isPersonName, LONGEST_NAME, MEMBER_ROLES, type MemberRole } from '../store/users';
import { CommandError, findUser, originOf, type Command } from './options';
import { packPathIn, type PackState, packOfTracker, userAgentOf } from '../catalogue/pack/create-pack';
import type { PackCounts } from '../catalogue/pack/write-pack';
import { addressesOf } from '../catalogue/sources/source-pace';

/** Length of a new password: 120 random bits in base64url. */
const NEW_PASSWORD_LENGTH = 20;

function newPassword(): string {
  return createSecret().slice(0, NEW_PASSWORD_LENGTH);
}

/** Prints the key and nothing else, for use in scripts. */
export const createKey: Command = async (context) => {
  const { keys, audit } = context.store;
  const { type, scope = 'all' } = context.options;
  if (type !== 'sk' && type !== 'pk') throw new CommandError('--type must be sk or pk.');
  const granted = CHOSEN_SCOPES.find((one) => one === scope);
  if (granted === undefined) throw new CommandError('--scope must be all, read or scrobble.');
  const userId = await findUser(context);
  const key = await keys.create(userId, type, 'Command line', { scope: granted });
  await audit.add(userId, 'key-created', '', 'Command line');
  return [key];
};

/** Prints the code and nothing else. */
export const setUpCode: Command = async ({ store }) => {
  if (await store.users.isClaimed()) throw new CommandError('The owner has an account already.');
  return [await store.setUpCode.ensure()];
};

/**
 * Prints a new password and nothing else, and ends all sign-ins. Passkeys are removed too: the person has
 * lost them, or somebody else has added one.
 */
export const resetPassword: Command = async (context) => {
  const { users, logins, browsers, passkeys, audit } = context.store;
  const userId = await findUser(context);
  if (!(await users.isClaimed())) throw new CommandError('There is no account yet: open /welcome.');
  const password = newPassword();
  await users.setPassword(userId, password);
  await passkeys.forget(userId);
  await logins.closeAll(userId);
  await browsers.forget(userId);
  await audit.add(userId, 'password-reset', '');
  return [password];
};

/** Prints the password of the new account and nothing else. */
export const addUser: Command = async ({ store: { users, audit }, options }) => {
  const { role = 'member' } = options;
  const name = options.name?.trim() ?? '';
  if (!isPersonName(name))
    throw new CommandError(`--name must have 1 to ${String(LONGEST_NAME)} characters, in one line.`);
  const password = newPassword();
  const user = await users.add(name, password, memberRole(role));
  if (user === undefined) throw new CommandError('There is an account of this name already.');
  await audit.add(user.id, 'account-created', '');
  return [password];
};

/** Prints the link and nothing else. */
export const inviteUser: Command = async (context) => {
  const { users, invitations, audit } = context.store;
  const granted = memberRole(context.options.role ?? 'member');
  const origin = originOf(context);
  const { id } = await users.ensureOwner();
  const secret = await invitations.create(id, granted);
  await audit.add(id, 'invitation-created', '');
  return [origin + invitationPath(secret)];
};

function memberRole(role: string): MemberRole {
  const found = MEMBER_ROLES.find((one) => one === role);
  if (found === undefined) throw new CommandError('--role must be member or reviewer.');
  return found;
}

/** Prints a line for each account: name, role and day of creation. */
export const listUsers: Command = async ({ store: { users } }) => {
  const rows = await users.list();
  return rows.map(({ name, role, createdAt }) =>
    [name, role, new Date(createdAt).toISOString().slice(0, 10)].join('\t'),
  );
};

/** Copies the database while the service keeps running. */
export const backup: Command = async ({ store, options: { to } }) => {
  if (to === undefined) throw new CommandError('--to must be the file to write.');
  await store.backup(to).catch((error: unknown) => {
    throw new CommandError(`The copy could not be written: ${error instanceof Error ? error.message : ''}`);
  });
  return [];
};

/** Checks the stored data. Prints nothing if all is well. */
export const check: Command = async ({ store, isReadOnly, options: { data, repair = false } }) => {
  if (repair && isReadOnly)
    throw new CommandError(`${data} can only be read: nothing in it can be counted anew.`);
  if (repair) await store.repair();
  const problems = await store.check();
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
  return [];
};

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 5000;

/** Fetches the offline pack or its missing parts. Ctrl+C stops the update, and the next call continues it. */
export const updateCatalogue: Command = async ({ options: { data }, write }) => {
  const pack = packOfTracker({
    path: packPathIn(data),
    now: Date.now,
    addresses: addressesOf(process.env),
    fetch,
    userAgent: userAgentOf(process.env['MATINEE_CONTACT'] || undefined),
  });
  const end = () => void pack.close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  const progress = setInterval(() => void write(describe(pack.state()) + '\n'), PROGRESS_MS);
  try {
    const result = await pack.update();
    const state = pack.state();
    if (result === 'busy') throw new CommandError('An update is under way already.');
    if (result === 'failed')
      throw new CommandError(
        `${state.problem ?? 'A source cannot be reached'}. Try again later: it goes on.`,
      );
    return [describe(state), result === 'complete' ? 'Complete.' : 'Stopped. The next update goes on.'];
  } finally {
    clearInterval(progress);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
    await pack.close();
  }
};

function describe({ counts, bytes = 0, problem }: PackState): string {
  if (counts === undefined || counts.wanted === 0) return problem ?? 'Fetching the list of works';
  const of = (known: number, all: number) => `${String(known)} of ${String(all)}`;
  const { fetched, wanted, asked, series }: PackCounts = counts;
  const size = `${String(Math.round(bytes / 1e6))} MB`;
  const line = `${of(fetched, wanted)} works, episodes of ${of(asked, series)} series, ${size}`;
  return problem === undefined ? line : `${line} (${problem})`;
}
