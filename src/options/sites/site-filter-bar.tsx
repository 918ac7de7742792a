import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { regionName } from '../../ui/text/region-name';
import type { SiteFilter } from './site-filter';

export function SiteFilterBar({
  filter,
  regions,
  withState,
  onChange,
}: {
  readonly filter: SiteFilter;
  readonly regions: readonly string[];
  readonly withState: boolean;
  readonly onChange: (filter: SiteFilter) => void;
}): JSX.Element {
  return (
    <div class="filters" role="search">
      <div class="field grow">
        <label for="site-words">{text('sites_search')}</label>
        <input
          id="site-words"
          type="search"
          value={filter.words}
          onInput={(event) => onChange({ ...filter, words: event.currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for="site-region">{text('sites_region')}</label>
        <select
          id="site-region"
          value={filter.region}
          onChange={(event) => onChange({ ...filter, region: event.currentTarget.value })}
        >
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
      {withState && (
        <div class="field">
          <label for="site-state">{text('sites_show')}</label>
          <select
            id="site-state"
            value={filter.only}
            onChange={(event) => onChange({ ...filter, only: readOnly(event.currentTarget.value) })}
          >
            {(['all', 'on', 'off', 'trouble'] as const).map((only) => (
              <option key={only} value={only}>
                {text(`sites_show_${only}`)}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}

function readOnly(value: string): SiteFilter['only'] {
  return value === 'on' || value === 'off' || value === 'trouble' ? value : 'all';
}
