import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { language, text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { SearchField } from '../../ui/components/controls';
import { plural } from '../../ui/text/plural';
import { filterSites, noSiteFilter } from '../sites/site-filter';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { useAction } from '../../ui/hooks/use-action';
import { offeredIn, regionOf } from './popular-sites';
import { regionName, isWatched } from '../sites/site-facts';

/**
 * Lets the person choose several sites at once. The browser asks once for access to exactly their hosts. The
 * button stands before the list, so that the Tab key reaches it without passing every site.
 */
export function SiteChoice({
  sites,
  onDone,
}: Readonly<{
  sites: SiteView[];
  onDone: () => void;
}>): JSX.Element {
  // Self-hosted products have no hosts yet. The person enters them on the options page.
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
      <SearchField id="site-words" label={text('common_search')} value={words} onInput={setWords} />
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

/** The popular services, those of the region, and a link to all. */
function FirstOffer({ sites, choice, onAll }: TilesProps & Readonly<{ onAll: () => void }>): JSX.Element {
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

type TilesProps = Readonly<{
  sites: SiteView[];
  choice: SiteChoiceState;
  label?: string;
}>;

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
}: Readonly<{
  site: SiteView;
  chosen: boolean;
  onToggle: () => void;
}>): JSX.Element {
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

type SiteChoiceState = Readonly<{
  /** Ids of the chosen sites. */
  chosen: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Requests access to all chosen sites, and turns them on. */
  turnOnChosen: () => void;
  /** The browser refused the access; the choice is kept. */
  refused: boolean;
  error: string | undefined;
}>;

function useSiteChoice(sites: SiteView[], onDone: () => void): SiteChoiceState {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState(false);
  const action = useAction();
  const toggle = (id: string) =>
    setChosen((last) => {
      const next = new Set(last);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const turnOnChosen = () => {
    const wanted = sites.filter((site) => chosen.has(site.id));
    if (action.busy || wanted.length === 0) return;
    setRefused(false);
    // Browsers accept a request for access only within the click, so nothing is awaited before it.
    const request = requestAccess([...new Set(wanted.flatMap((site) => site.hosts))]);
    void action.run(async () => {
      if (!(await request)) {
        setRefused(true);
        return;
      }
      await turnOn(wanted);
      setChosen(new Set());
      onDone();
    });
  };
  return { chosen, toggle, turnOnChosen, refused, error: action.error };
}

async function turnOn(sites: SiteView[]): Promise<void> {
  for (const site of sites)
    if (!site.state.enabled) await send('sites.set', { siteId: site.id, enabled: true });
  await send('sites.refresh', {});
}
