import type { SiteView } from '../../core/settings/site-state';

export type SiteFilter = Readonly<{
  words: string;
  /** A region code; empty for all. Worldwide sites are in every region. */
  region: string;
  only: 'all' | 'on' | 'off' | 'trouble';
}>;

export const noSiteFilter: SiteFilter = { words: '', region: '', only: 'all' };

/** The sites that the filter lets through; those in `first` lead, each part in its order. */
export function filterSites(
  sites: readonly SiteView[],
  { words, region, only }: SiteFilter,
  first: ReadonlySet<string> = new Set(),
): readonly SiteView[] {
  const wanted = foldText(words)
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = sites.filter((site) => {
    const searched = foldText(`${site.name} ${site.id} ${site.hosts.join(' ')}`);
    return wanted.every((word) => searched.includes(word)) && isInRegion(site, region) && FITS[only](site);
  });
  return found.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
}

/** The regions of all sites, sorted by their codes, without `global`. */
export function regionsOf(sites: readonly SiteView[]): readonly string[] {
  return [...new Set(sites.flatMap((site) => site.regions))].filter((region) => region !== 'global').sort();
}

/** Whether the site is recorded: switched on, and the browser has granted access. */
export function isWatched(site: SiteView): boolean {
  return site.granted && site.state.enabled;
}

/** Whether a site was read earlier and the browser has withdrawn the access since. */
export function hasLostAccess(site: SiteView): boolean {
  return site.state.enabled && !site.granted && site.health !== undefined;
}

const FITS: Readonly<Record<SiteFilter['only'], (site: SiteView) => boolean>> = {
  all: () => true,
  on: isWatched,
  off: (site) => !isWatched(site),
  trouble: (site) => site.health?.degraded === true,
};

function isInRegion({ regions }: SiteView, region: string): boolean {
  return region === '' || regions.length === 0 || regions.includes('global') || regions.includes(region);
}

/** Lower case without accents: `ČT` is found by `ct`. */
function foldText(value: string): string {
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
