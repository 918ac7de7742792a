import type { SiteView } from '../../core/settings/site-state';

export interface SiteFilter {
  readonly words: string;
  /** A region code, or '' for all. Sites of the whole world are in every region. */
  readonly region: string;
  readonly only: 'all' | 'on' | 'off' | 'trouble';
}

export function filterSites(
  sites: readonly SiteView[],
  { words, region, only }: SiteFilter,
): readonly SiteView[] {
  const wanted = plain(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  return sites.filter((site) => {
    const said = plain(`${site.name} ${site.id} ${site.hosts.join(' ')}`);
    return wanted.every((word) => said.includes(word)) && inRegion(site, region) && fits(site, only);
  });
}

/** Regions that are named by any site, in the order of their codes. */
export function regionsOf(sites: readonly SiteView[]): readonly string[] {
  return [...new Set(sites.flatMap((site) => site.regions))].filter((region) => region !== 'global').sort();
}

/** Switched on, and the browser lets us in: only then a site is being watched. */
export function isWatched(site: SiteView): boolean {
  return site.granted && site.state.enabled;
}

function inRegion({ regions }: SiteView, region: string): boolean {
  return region === '' || regions.length === 0 || regions.includes('global') || regions.includes(region);
}

function fits(site: SiteView, only: SiteFilter['only']): boolean {
  switch (only) {
    case 'all':
      return true;
    case 'on':
      return isWatched(site);
    case 'off':
      return !isWatched(site);
    case 'trouble':
      return site.health?.degraded === true;
  }
}

/** "Crunchyroll", "crunchyroll" and "ČT" as "ct": nobody types accents into a search field. */
function plain(value: string): string {
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
