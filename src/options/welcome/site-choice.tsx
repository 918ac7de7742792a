import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { language, text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { SearchField } from '../../ui/components/search-field';
import { plural } from '../../ui/text/plural';
import { regionName } from '../../ui/text/region-name';
import { filterSites, isWatched, noSiteFilter } from '../sites/site-filter';
import { offeredIn, regionOf } from './popular-sites';
import { useSiteChoice, type SiteChoiceState } from './use-site-choice';

/**
 * Chooses several sites at once; the browser asks a single time for access to exactly their hosts. The button
 * stands before the list, so that the Tab key reaches it without passing every site.
 */
export function SiteChoice({
  sites,
  onDone,
}: {
  readonly sites: readonly SiteView[];
  readonly onDone: () => void;
}): JSX.Element {
  // Self-hosted products have no hosts yet. They get theirs in the options.
  const offered = sites.filter((site) => site.hosts.length > 0);
  const [words, setWords] = useState('');
  const [all, setAll] = useState(false);
  const choice = useSiteChoice(offered, onDone);
  const isWhole = all || words.trim() !== '';
  return (
    <div class="stack">
      <div class="row sticky">
        <button
          type="button"
          class="button main"
          disabled={choice.chosen.size === 0}
          onClick={choice.turnOnChosen}
        >
          {choice.chosen.size === 0 ? text('welcome_choose') : plural('sites_turn_on', choice.chosen.size)}
        </button>
        <span class="small muted grow">{text('sites_watch_hint')}</span>
      </div>
      {choice.refused && <Problem message={text('sites_refused')} />}
      <Problem message={choice.error} />
      <SearchField id="site-words" label={text('sites_search')} value={words} onInput={setWords} />
      {isWhole ? (
        <WholeList sites={filterSites(offered, { ...noSiteFilter, words })} choice={choice} />
      ) : (
        <FirstOffer sites={offered} choice={choice} onAll={() => setAll(true)} />
      )}
    </div>
  );
}

function WholeList({ sites, choice }: TilesProps): JSX.Element {
  return (
    <>
      <p class="small muted" role="status">
        {sites.length === 0 ? text('sites_none') : plural('sites_found', sites.length)}
      </p>
      <Tiles sites={sites} choice={choice} />
    </>
  );
}

/** The popular services, those of the region, and the way to all. */
function FirstOffer({ sites, choice, onAll }: TilesProps & { readonly onAll: () => void }): JSX.Element {
  const region = regionOf(language());
  const { popular, regional } = offeredIn(sites, region);
  return (
    <>
      <Tiles sites={popular} choice={choice} label={text('sites_popular')} />
      {regional.length > 0 && <Tiles sites={regional} choice={choice} label={regionName(region)} />}
      <div>
        <button type="button" class="link" onClick={onAll}>
          {text('sites_all', sites.length)}
        </button>
      </div>
    </>
  );
}

interface TilesProps {
  readonly sites: readonly SiteView[];
  readonly choice: SiteChoiceState;
  readonly label?: string;
}

function Tiles({ sites, choice, label }: TilesProps): JSX.Element {
  return (
    <section class="stack tight">
      {label !== undefined && <h3>{label}</h3>}
      <ul class="site-grid">
        {sites.map((site) => (
          <li key={site.id}>
            <SiteTile
              site={site}
              chosen={choice.chosen.has(site.id)}
              onToggle={() => choice.toggle(site.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SiteTile({
  site,
  chosen,
  onToggle,
}: {
  readonly site: SiteView;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}): JSX.Element {
  const watched = isWatched(site);
  return (
    <label class={watched ? 'site-tile watched' : 'site-tile'}>
      <input type="checkbox" checked={chosen || watched} disabled={watched} onChange={onToggle} />
      <span class="clamp two">
        <bdi>{site.name}</bdi>
      </span>
    </label>
  );
}
