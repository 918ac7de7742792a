import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { SearchField } from '../../ui/components/controls';
import type { SiteView } from '../../core/settings/site-state';
import { isWatched, regionName } from './site-facts';

const STATES = ['all', 'on', 'off', 'trouble'] as const;

type SiteFilterBarProps = Readonly<{
  filter: SiteFilter;
  regions: string[];
  onChange: (filter: SiteFilter) => void;
}>;

/** The fields that filter a list of sites. */
export function SiteFilterBar({ filter, regions, onChange }: SiteFilterBarProps): JSX.Element {
  return (
    <div class="filters" role="search">
      <SearchField
        id="site-words"
        class="field grow"
        label={text('common_search')}
        value={filter.words}
        onInput={(words) => onChange({ ...filter, words })}
      />
      <RegionField
        regions={regions}
        value={filter.region}
        onChange={(region) => onChange({ ...filter, region })}
      />
      <StateField value={filter.only} onChange={(only) => onChange({ ...filter, only })} />
    </div>
  );
}

function RegionField({
  regions,
  value,
  onChange,
}: Readonly<{
  regions: string[];
  value: string;
  onChange: (region: string) => void;
}>): JSX.Element {
  return (
    <div class="field">
      <label for="site-region">{text('sites_region')}</label>
      <select id="site-region" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{text('sites_everywhere')}</option>
        {regions
          .map((region) => ({ region, name: regionName(region) }))
          .sort((a, b) => a.name.localeCompare(b.name, text('language_tag')))
          .map(({ region, name }) => (
            <option key={region} value={region}>
              {name}
            </option>
          ))}
      </select>
    </div>
  );
}

function StateField({
  value,
  onChange,
}: Readonly<{
  value: SiteFilter['only'];
  onChange: (only: SiteFilter['only']) => void;
}>): JSX.Element {
  return (
    <div class="field">
      <label for="site-state">{text('sites_show')}</label>
      <select
        id="site-state"
        value={value}
        onChange={(event) => onChange(STATES[event.currentTarget.selectedIndex] ?? 'all')}
      >
        {STATES.map((only) => (
          <option key={only} value={only}>
            {text(`sites_show_${only}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

type SiteFilter = Readonly<{
  words: string;
  /** A region code; empty for all. Worldwide sites are in every region. */
  region: string;
  only: 'all' | 'on' | 'off' | 'trouble';
}>;

export const noSiteFilter: SiteFilter = { words: '', region: '', only: 'all' };

/** The sites that pass the filter. Those in `first` come first; otherwise the order stays. */
export function filterSites(
  sites: SiteView[],
  { words, region, only }: SiteFilter,
  first: ReadonlySet<string> = new Set(),
): SiteView[] {
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
export function regionsOf(sites: SiteView[]): string[] {
  return [...new Set(sites.flatMap((site) => site.regions))].filter((region) => region !== 'global').sort();
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

/** Lower case without accents, so that `ct` finds `ČT`. */
function foldText(value: string): string {
  return value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
