import { covers } from '../../core/hosts/host-index';
import type { SiteView } from '../../core/settings/site-state';
import { defined } from '../../core/values/defined';
import { grantedOrigins } from '../../platform/browser/permissions';
import { healthStore } from '../../platform/storage/stores';
import { frontPageOf } from '../../protocol/definition/connector-head';
import { accessPatterns, scriptPatterns } from './site-patterns';
import { allSites } from './sites';

/** Every site as the options page lists it, by name. */
export async function listSites(): Promise<readonly SiteView[]> {
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
      granted: patterns.length > 0 && patterns.every((pattern) => covers(granted, pattern)),
      ...defined({ homepage, health: health[id], verified, grade, confirmed }),
    };
  });
  return views.sort((a, b) => a.name.localeCompare(b.name));
}
