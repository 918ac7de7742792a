import type { AccountView } from '../../core/settings/account-view';
import { parseBaseUrl } from '../../core/settings/base-url';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import type { StoredAccount } from '../context/database';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

/** The address of the tracker that is in force; `undefined` when the person entered one that may not be used. */
export async function trackerUrl({ defaultBaseUrl }: AppContext): Promise<string | undefined> {
  const { baseUrl, allowHttp } = await settingsStore.get();
  const parsed = parseBaseUrl(baseUrl === '' ? defaultBaseUrl : baseUrl, { allowHttp });
  return parsed.ok ? parsed.url : undefined;
}

export async function currentAccount({ database }: AppContext): Promise<StoredAccount | undefined> {
  const stored = await database.get('account', 'current');
  return stored?.kind === 'account' ? stored : undefined;
}

/**
 * The token for the tracker in force. A token is bound to the address that issued it: after the address was changed it
 * is not sent anywhere.
 */
export async function currentToken(context: AppContext): Promise<string | undefined> {
  const [account, url] = await Promise.all([currentAccount(context), trackerUrl(context)]);
  return account !== undefined && account.baseUrl === url && account.token !== '' ? account.token : undefined;
}

/** Whose updates are recorded now: the sign-in, also while its token is refused; empty when nobody is signed in. */
export async function accountKey(context: AppContext): Promise<string> {
  return (await currentAccount(context))?.key ?? '';
}

/** The tracker refused this token (401): forget it, keep whose it was, wait for a new sign-in. A newer one is left alone. */
export async function refuseToken(context: AppContext, token: string): Promise<void> {
  const account = await currentAccount(context);
  if (account === undefined || account.token === '' || account.token !== token) return;
  await context.database.put('account', { ...account, token: '' }, 'current');
  await accountStore.set({ state: 'signed-out', why: 'refused' });
}

/** What the pages show when nothing is under way: the sign-in that is in force, or that there is none. */
export async function publishAccount(context: AppContext, otherwise: AccountView): Promise<void> {
  const [account, token] = await Promise.all([currentAccount(context), currentToken(context)]);
  if (account === undefined || token === undefined) return accountStore.set(otherwise);
  const { baseUrl, since, expiresAt } = account;
  return accountStore.set({
    state: 'signed-in',
    baseUrl,
    since,
    ...defined({ expiresAt }),
  });
}

export async function signOut({ database }: AppContext): Promise<void> {
  await database.delete('account', 'current');
  await database.delete('account', 'pending');
  await accountStore.set({ state: 'signed-out' });
}
