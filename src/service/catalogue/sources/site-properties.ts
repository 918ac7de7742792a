import type { WorkKind } from './open-work';

/**
 * Wikidata properties with ids at streaming services, by the id of our connector. Film properties are not
 * read for series, nor series properties for films.
 */
export const SITE_PROPERTIES: readonly SiteProperty[] = [
  { site: 'netflix', property: 'P1874' },
  { site: 'disneyplus', property: 'P7595', kind: 'movie' },
  { site: 'disneyplus', property: 'P7596', kind: 'tv' },
  { site: 'primevideo', property: 'P8055' },
  { site: 'primevideo', property: 'P14440' },
  { site: 'primevideo', property: 'P14462' },
  { site: 'crunchyroll', property: 'P11330', kind: 'tv' },
  { site: 'appletv', property: 'P9586', kind: 'movie' },
  { site: 'appletv', property: 'P9751', kind: 'tv' },
  { site: 'hbomax', property: 'P8298' },
  { site: 'hulu', property: 'P6466', kind: 'movie' },
  { site: 'hulu', property: 'P6467', kind: 'tv' },
  { site: 'tubi', property: 'P7760', kind: 'movie' },
  { site: 'paramountplus', property: 'P13147' },
  { site: 'mubi', property: 'P7299', kind: 'movie' },
  { site: 'bbciplayer', property: 'P827' },
];

type SiteProperty = Readonly<{
  site: string;
  property: string;
  kind?: WorkKind;
}>;

/** The properties in which an id of this site may stand. */
export function propertiesOf(site: string): string[] {
  return SITE_PROPERTIES.filter((one) => one.site === site).map(({ property }) => property);
}
