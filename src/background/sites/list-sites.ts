import { covers } from '../../core/hosts/pattern-coverage';
import type { SiteView } from '../../core/settings/site-state';
import { grantedOrigins } from '../../platform/browser/permissions';
import { healthStore } from '../../platform/storage/stores';
import { accessPatterns, allSites, scriptPatterns } from './sites';
import { defined } from '../../core/values/defined';

/** Every site as the options page lists it, by name. */
export async function listSites(): Promise<readonly SiteView[]> {
  const [sites, granted, health] = await Promise.all([allSites(), grantedOrigins(), healthStore.get()]);
  const views = sites.map((site): SiteView => {
    const { connector, origin, state } = site;
    const { id, name, regions = [], homepage, verified } = connector;
    const found = health[id];
    const where = scriptPatterns(site);
    return {
      id,
      name,
      origin,
      regions,
      hosts: accessPatterns(site),
      userHosts: connector.userHosts === true,
      state,
      granted: where.length > 0 && where.every((pattern) => covers(granted, pattern)),
      ...defined({ homepage, health: found, verified }),
    };
  });
  return views.sort((a, b) => a.name.localeCompare(b.name));
}
