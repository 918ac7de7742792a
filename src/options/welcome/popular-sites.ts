import type { SiteView } from '../../core/settings/site-state';

/** Ids of services with many subscribers in several countries, the largest first. */
const POPULAR = [
  'netflix',
  'primevideo',
  'disneyplus',
  'youtube',
  'hbomax',
  'appletv',
  'crunchyroll',
  'paramountplus',
  'hulu',
  'peacock',
  'jiohotstar',
  'discoveryplus',
  'plex',
  'mubi',
  'viki',
  'sonyliv',
  'viu',
  'shahid',
  'globoplay',
  'tving',
  'unext',
  'tubi',
  'iqcom',
  'stremio',
];

/** Maximum number of popular services shown first. */
const COUNT = 12;

export type OfferedSites = Readonly<{
  /** Up to twelve popular services that a person in this region can subscribe to. */
  popular: SiteView[];
  /** The other services of the region, without those offered worldwide. */
  regional: SiteView[];
}>;

/** The services offered first to a person in a region (ISO 3166-1, such as `DE`). */
export function offeredIn(sites: SiteView[], region: string): OfferedSites {
  const known = POPULAR.flatMap((id) => sites.find((site) => site.id === id) ?? []);
  const popular = known.filter((site) => isOffered(site, region)).slice(0, COUNT);
  const regional = sites.filter(
    (site) => !popular.includes(site) && !isWorldwide(site) && isOffered(site, region),
  );
  return { popular, regional };
}

function isWorldwide({ regions }: SiteView): boolean {
  return regions.length === 0 || regions.includes('global');
}

function isOffered(site: SiteView, region: string): boolean {
  return isWorldwide(site) || site.regions.some((code) => code === region || GROUPS[code]?.has(region));
}

/** The countries of the region groups that definitions name. */
const GROUPS: Readonly<Record<string, ReadonlySet<string>>> = {
  EU: countries('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'),
  LATAM: countries('AR BO BR CL CO CR CU DO EC GT HN MX NI PA PE PR PY SV UY VE'),
  MENA: countries('AE BH DZ EG IQ JO KW LB LY MA OM PS QA SA SD SY TN YE'),
  SEA: countries('BN ID KH LA MM MY PH SG TH VN'),
};

function countries(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}

/** The region of a language tag; without one, the region where most of its speakers live. */
export function regionOf(tag: string): string {
  const locale = new Intl.Locale(tag);
  return locale.region ?? locale.maximize().region ?? '';
}
