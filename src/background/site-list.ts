import { covers } from '../core/origin-cover';
import type { SiteView } from '../core/site-state';
import { grantedOrigins } from '../platform/permissions';
import { healthStore } from '../platform/stores';
import { accessPatterns, allSites, scriptPatterns } from './sites';

/** Every site as the options page lists it, by name. */
export async function listSites(): Promise<readonly SiteView[]> {
  const [sites, granted, health] = await Promise.all([allSites(), grantedOrigins(), healthStore.get()]);
  const views = sites.map((site): SiteView => {
    const { definition, origin, state } = site;
    const found = health[definition.id];
    const where = scriptPatterns(site);
    return {
      id: definition.id,
      name: definition.name,
      origin,
      regions: definition.regions ?? [],
      hosts: accessPatterns(site),
      userHosts: definition.userHosts !== undefined,
      state,
      granted: where.length > 0 && where.every((pattern) => covers(granted, pattern)),
      ...(definition.homepage === undefined ? {} : { homepage: definition.homepage }),
      ...(found === undefined ? {} : { health: found }),
      ...(definition.verified.date === null ? {} : { verified: definition.verified.date }),
    };
  });
  return views.sort((a, b) => a.name.localeCompare(b.name));
}
