import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/permissions';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { filterSites, isWatched, noSiteFilter, regionsOf } from './site-filter';
import { SiteFilterBar } from './site-filter-bar';

interface SiteGridProps {
  readonly sites: readonly SiteView[];
  readonly onDone: () => void;
}

/** Chooses several sites at once; the browser asks a single time for access to exactly their hosts. */
export function SiteGrid({ sites, onDone }: SiteGridProps): JSX.Element {
  // Self-hosted products have no hosts yet. They get theirs in the options.
  const offered = sites.filter((site) => site.hosts.length > 0);
  const [filter, setFilter] = useState(noSiteFilter);
  const { chosen, toggle, watchChosen, refused, error } = useSiteChoice(offered, onDone);
  const shown = filterSites(offered, filter);
  return (
    <div class="stack">
      <SiteFilterBar filter={filter} regions={regionsOf(offered)} withState={false} onChange={setFilter} />
      <p class="small muted" role="status">
        {text('sites_count', shown.length, offered.filter(isWatched).length)}
      </p>
      {shown.length === 0 && <p>{text('sites_none')}</p>}
      <ul class="site-grid">
        {shown.map((site) => (
          <li key={site.id}>
            <SiteTile site={site} chosen={chosen.has(site.id)} onToggle={() => toggle(site.id)} />
          </li>
        ))}
      </ul>
      {refused && <Problem message={text('sites_refused')} />}
      <Problem message={error} />
      <div class="row sticky">
        <button type="button" class="button main" disabled={chosen.size === 0} onClick={watchChosen}>
          {text('sites_watch', chosen.size)}
        </button>
        <span class="small muted grow">{text('sites_watch_hint')}</span>
      </div>
    </div>
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
      <span class="clamp one">
        <bdi>{site.name}</bdi>
      </span>
    </label>
  );
}

/** The ids of the chosen sites, and the request for access to all of them. A refusal keeps the choice. */
function useSiteChoice(sites: readonly SiteView[], onDone: () => void) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState(false);
  const action = useAction();
  const toggle = (id: string) =>
    setChosen((last) => {
      const next = new Set(last);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const watchChosen = () => {
    const wanted = sites.filter((site) => chosen.has(site.id));
    if (action.busy || wanted.length === 0) return;
    setRefused(false);
    // Browsers accept a request for access only in the click itself, so it comes before anything is awaited.
    const request = requestAccess([...new Set(wanted.flatMap((site) => site.hosts))]);
    void action.run(async () => {
      if (!(await request)) {
        setRefused(true);
        return;
      }
      await switchOn(wanted);
      setChosen(new Set());
      onDone();
    });
  };
  return { chosen, toggle, watchChosen, refused, error: action.error };
}

async function switchOn(sites: readonly SiteView[]): Promise<void> {
  for (const site of sites)
    if (!site.state.enabled) await send('sites.set', { siteId: site.id, enabled: true });
  await send('sites.refresh', {});
}
