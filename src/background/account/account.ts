import type { AccountView } from '../../core/settings/account-view';
import { parseBaseUrl } from '../../core/settings/base-url';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import type { StoredAccount } from '../context/database';
import type { World } from '../context/context';

/** The address of the tracker that is in force; `undefined` when the person entered one that may not be used. */
export async function trackerUrl({ defaultBaseUrl }: World): Promise<string | undefined> {
  const { baseUrl, allowHttp } = await settingsStore.get();
  const parsed = parseBaseUrl(baseUrl === '' ? defaultBaseUrl : baseUrl, { allowHttp });
  return parsed.ok ? parsed.url : undefined;
}

export async function currentAccount({ database }: World): Promise<StoredAccount | undefined> {
  const stored = await database.get('account', 'current');
  return stored?.kind === 'account' ? stored : undefined;
}

/**
 * The token for the tracker in force. A token is bound to the address that issued it: after the address was changed it
 * is not sent anywhere.
 */
export async function currentToken(world: World): Promise<string | undefined> {
  const [account, url] = await Promise.all([currentAccount(world), trackerUrl(world)]);
  return account !== undefined && account.baseUrl === url && account.token !== '' ? account.token : undefined;
}

/** Whose updates are recorded now: the sign-in, also while its token is refused; empty when nobody is signed in. */
export async function accountKey(world: World): Promise<string> {
  return (await currentAccount(world))?.key ?? '';
}

/** The tracker refused this token (401): forget it, keep whose it was, wait for a new sign-in. A newer one is left alone. */
export async function refuseToken(world: World, token: string): Promise<void> {
  const account = await currentAccount(world);
  if (account === undefined || account.token === '' || account.token !== token) return;
  await world.database.put('account', { ...account, token: '' }, 'current');
  await accountStore.set({ state: 'signed-out', why: 'refused' });
}

/** What the pages show when nothing is under way: the sign-in that is in force, or that there is none. */
export async function showAccount(world: World, otherwise: AccountView): Promise<void> {
  const [account, token] = await Promise.all([currentAccount(world), currentToken(world)]);
  if (account === undefined || token === undefined) return accountStore.set(otherwise);
  const { baseUrl, since, expiresAt } = account;
  return accountStore.set({
    state: 'signed-in',
    baseUrl,
    since,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
}

export async function signOut({ database }: World): Promise<void> {
  await database.delete('account', 'current');
  await database.delete('account', 'pending');
  await accountStore.set({ state: 'signed-out' });
}
