import type { AccountView } from '../../core/settings/account-view';
import { parseBaseUrl } from '../../core/settings/base-url';
import type { Settings } from '../../core/settings/settings';
import { defined } from '../../core/values/defined';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { beginDurable, type MatineeDatabase, type StoredAccount } from '../context/database';
import { forgetTitles } from '../state/forget-titles';
import { revokeLater } from './revocation';

/** The address of the tracker in use; `undefined` if the settings name one that may not be used. */
export async function trackerUrl(context: AppContext, settings?: Settings): Promise<string | undefined> {
  return trackerUrlOf(context, settings ?? (await settingsStore.get()));
}

function trackerUrlOf({ defaultBaseUrl }: AppContext, { baseUrl, allowHttp }: Settings): string | undefined {
  const parsed = parseBaseUrl(baseUrl === '' ? defaultBaseUrl : baseUrl, { allowHttp });
  return parsed.ok ? parsed.url : undefined;
}

/** Also `undefined` if the database cannot be read. */
export async function currentAccount(context: AppContext): Promise<StoredAccount | undefined> {
  return orWithoutStorage(async () => kept.get(context.database) ?? readAccount(context.database));
}

/** Only the worker changes the account, and a report needs it a dozen times. */
const kept = new WeakMap<MatineeDatabase, Promise<StoredAccount | undefined>>();

function readAccount(database: MatineeDatabase): Promise<StoredAccount | undefined> {
  const forget = () => kept.delete(database);
  const reading = database
    .get('account', 'current')
    .then((stored) => (stored?.kind === 'account' ? stored : undefined));
  kept.set(database, reading);
  reading.catch(forget);
  return reading;
}

export function storeAccount({ database }: AppContext, account: StoredAccount): Promise<void> {
  return changeAccount(database, async () => {
    const transaction = beginDurable(database, 'account');
    await transaction.store.put(account, 'current');
    await transaction.done;
  });
}

/** Every write to the current account. A read meanwhile may be answered with the account before. */
export async function changeAccount(database: MatineeDatabase, write: () => Promise<void>): Promise<void> {
  kept.delete(database);
  await write().finally(() => kept.delete(database));
}

/** The token for the tracker in use. */
export async function currentToken(context: AppContext): Promise<string | undefined> {
  const [account, settings] = await Promise.all([currentAccount(context), settingsStore.get()]);
  return tokenFor(context, account, settings);
}

/**
 * The account's token for the tracker that these settings name. A token is sent only to the address that
 * issued it.
 */
export function tokenFor(
  context: AppContext,
  account: StoredAccount | undefined,
  settings: Settings,
): string | undefined {
  const url = trackerUrlOf(context, settings);
  return account !== undefined && account.baseUrl === url && account.token !== '' ? account.token : undefined;
}

/**
 * The owner of updates that are recorded now; empty when nobody has signed in. Kept while the token is
 * refused.
 */
export async function accountKey(context: AppContext): Promise<string> {
  return (await currentAccount(context))?.key ?? '';
}

/**
 * The tracker refused this token (401). Removes it but keeps its owner, so the queue continues after a new
 * sign-in. A token that has replaced it in the meantime is kept.
 */
export async function refuseToken(context: AppContext, token: string): Promise<void> {
  const account = await currentAccount(context);
  if (account === undefined || account.token === '' || account.token !== token) return;
  await storeAccount(context, { ...account, token: '' });
  await accountStore.set({ state: 'signed-out', why: 'refused' });
  context.log.error('signed-out', { detail: 'token-refused' });
}

/** Publishes the current sign-in, or `otherwise` if there is none. */
export async function publishAccount(context: AppContext, otherwise: AccountView): Promise<void> {
  const [account, token] = await Promise.all([currentAccount(context), currentToken(context)]);
  if (account === undefined || token === undefined) return accountStore.set(otherwise);
  const { baseUrl, since, expiresAt } = account;
  return accountStore.set({ state: 'signed-in', baseUrl, since, ...defined({ expiresAt }) });
}

/**
 * Deletes the token, whose revocation is still due, ends any attempt to sign in, and returns what the pages
 * show. With `remove`, also deletes everything about titles that was sent or waits to be sent.
 */
export async function signOut(context: AppContext, remove: boolean): Promise<AccountView> {
  const { database, log } = context;
  await revokeLater(context, await currentAccount(context));
  if (remove) await forgetTitles(context);
  await changeAccount(database, () => database.delete('account', 'current'));
  await database.delete('account', 'pending');
  await database.delete('account', 'offers');
  await accountStore.set({ state: 'signed-out' });
  log.info('signed-out');
  return accountStore.get();
}
