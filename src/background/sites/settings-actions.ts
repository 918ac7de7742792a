import { readSettings } from '../../core/settings/settings';
import type { SiteState } from '../../core/settings/site-state';
import { accountStore, settingsStore, sitesStore } from '../../platform/storage/stores';
import { currentAccount, trackerUrl } from '../account/account';
import { HandlerError } from '../context/handler-error';
import { siteById } from './sites';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

/** Changes some settings; a value that makes no sense becomes its default. */
export async function changeSettings(
  context: AppContext,
  patch: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = await settingsStore.get();
  const urlBefore = await trackerUrl(context);
  await settingsStore.set(readSettings({ ...before, ...patch }));
  const url = await trackerUrl(context);
  if (url === undefined) {
    await settingsStore.set(before);
    throw new HandlerError(
      'invalid-base-url',
      'The address of the tracker must be https, or http on this machine.',
    );
  }
  if (url === urlBefore) return;
  // A token belongs to the address that issued it; at another address nobody is signed in.
  const account = await currentAccount(context);
  if (account?.baseUrl === url && account.token !== '') {
    const { since, expiresAt } = account;
    await accountStore.set({
      state: 'signed-in',
      baseUrl: url,
      since,
      ...defined({ expiresAt }),
    });
  } else await accountStore.set({ state: 'signed-out' });
}

export interface SiteChange {
  readonly siteId: string;
  readonly enabled?: boolean | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly overrides?: Readonly<Record<string, unknown>> | undefined;
}

export async function changeSite({ siteId, enabled, hosts, overrides }: SiteChange): Promise<void> {
  const site = await siteById(siteId);
  if (site === undefined) throw new HandlerError('unknown-site', 'There is no such site.');
  if (hosts?.some((host) => !/^https?:\/\/[a-z0-9.[\]:-]+\/\*$/.test(host)) === true)
    throw new HandlerError('invalid-host', 'A host is written like https://media.example.org/*.');
  const state: SiteState = {
    ...site.state,
    ...defined({ enabled, hosts }),
    ...(overrides === undefined ? {} : { overrides: readOverrides(overrides) }),
  };
  await sitesStore.set({ ...(await sitesStore.get()), [siteId]: state });
}

/** Of the settings those that may differ on a site, each only where it was given and makes sense. */
function readOverrides(value: Readonly<Record<string, unknown>>): NonNullable<SiteState['overrides']> {
  const read = readSettings(value);
  return {
    ...(value['interval'] === read.interval ? { interval: read.interval } : {}),
    ...(value['evidence'] === read.evidence ? { evidence: read.evidence } : {}),
    ...(value['minimumLength'] === read.minimumLength ? { minimumLength: read.minimumLength } : {}),
  };
}
