import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { SearchField } from '../../ui/components/search-field';
import { regionName } from '../../ui/text/region-name';
import type { SiteFilter } from './site-filter';

const STATES = ['all', 'on', 'off', 'trouble'] as const;

type SiteFilterBarProps = Readonly<{
  filter: SiteFilter;
  regions: readonly string[];
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
  regions: readonly string[];
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
