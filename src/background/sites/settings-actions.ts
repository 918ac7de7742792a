import { readSettings } from '../../core/settings/settings';
import { isHostChoice, type SiteState, type SiteView } from '../../core/settings/site-state';
import { defined } from '../../core/values/defined';
import { settingsStore, sitesStore, healthStore } from '../../platform/storage/stores';
import { publishAccount, trackerUrl } from '../account/account';
import type { AppContext } from '../context/context';
import { HandlerError } from '../context/handler-error';
import { siteById, allSites } from './sites';
import { grantedOrigins } from '../../platform/browser/permissions';
import { frontPageOf } from '../../protocol/definition/connector-head';
import { accessPatterns, coversPattern, scriptPatterns } from './site-patterns';

/**
 * Changes the settings in `patch`; an invalid value becomes its default. If the tracker's address may not be
 * used, rejects with `invalid-base-url` and changes nothing.
 */
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
    throw new HandlerError('invalid-base-url');
  }
  // A token belongs to the address that issued it; at another address nobody is signed in.
  if (url !== urlBefore) await publishAccount(context, { state: 'signed-out' });
}

type SiteChange = Readonly<{
  siteId: string;
  enabled?: boolean | undefined;
  /** Hosts that the person added, as `https://media.example.org/*`. */
  hosts?: string[] | undefined;
  overrides?: Readonly<Record<string, unknown>> | undefined;
}>;

/** Changes the given parts of a site's state. Rejects with `unknown-site` or `invalid-host`. */
export async function changeSite({ siteId, enabled, hosts, overrides }: SiteChange): Promise<void> {
  const site = await siteById(siteId);
  if (site === undefined) throw new HandlerError('unknown-site');
  if (hosts?.every(isHostChoice) === false) throw new HandlerError('invalid-host');
  const state: SiteState = {
    ...site.state,
    ...defined({ enabled, hosts, overrides: overrides && readOverrides(overrides) }),
  };
  await sitesStore.set({ ...(await sitesStore.get()), [siteId]: state });
}

/** The settings that may differ per site; absent or invalid values are left out. */
function readOverrides(value: Readonly<Record<string, unknown>>): NonNullable<SiteState['overrides']> {
  const { interval, evidence, minimumLength } = readSettings(value);
  return defined({
    interval: value['interval'] === interval ? interval : undefined,
    evidence: value['evidence'] === evidence ? evidence : undefined,
    minimumLength: value['minimumLength'] === minimumLength ? minimumLength : undefined,
  });
}

/** Every site as the options page lists it, by name. */
export async function listSites(): Promise<SiteView[]> {
  const [sites, granted, health] = await Promise.all([allSites(), grantedOrigins(), healthStore.get()]);
  const views = sites.map((site): SiteView => {
    const { connector, origin, state } = site;
    const { id, name, regions = [], hosts, homepage = frontPageOf(hosts) } = connector;
    const { verified, grade, confirmed } = connector;
    const patterns = scriptPatterns(site);
    return {
      id,
      name,
      origin,
      regions,
      hosts: accessPatterns(site),
      userHosts: connector.userHosts === true,
      state,
      granted: patterns.length > 0 && patterns.every((pattern) => coversPattern(granted, pattern)),
      ...defined({ homepage, health: health[id], verified, grade, confirmed }),
    };
  });
  return views.sort((a, b) => a.name.localeCompare(b.name));
}
