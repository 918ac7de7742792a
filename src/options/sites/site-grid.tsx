import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/permissions';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { filterSites, isWatched, regionsOf, type SiteFilter } from './site-filter';
import { SiteFilterBar } from './site-filter-bar';

/** The first choice of sites: tick what one watches, one question of the browser for exactly those hosts. */
export function SiteGrid({
  sites,
  onDone,
}: {
  readonly sites: readonly SiteView[];
  readonly onDone: () => void;
}): JSX.Element {
  const [filter, setFilter] = useState<SiteFilter>({ words: '', region: '', only: 'all' });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState(false);
  const action = useAction();
  // A self-hosted product has no address yet; it is named in the options.
  const offered = sites.filter((site) => site.hosts.length > 0);
  const shown = filterSites(offered, filter);
  const watched = offered.filter(isWatched).length;

  const toggle = (id: string) =>
    setChosen((last) => {
      const next = new Set(last);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const watch = () => {
    const wanted = offered.filter((site) => chosen.has(site.id));
    if (action.busy || wanted.length === 0) return;
    setRefused(false);
    const asked = requestAccess([...new Set(wanted.flatMap((site) => site.hosts))]);
    void action.run(async () => {
      if (!(await asked)) {
        setRefused(true);
        return;
      }
      for (const site of wanted)
        if (!site.state.enabled) await send('sites.set', { siteId: site.id, enabled: true });
      await send('sites.refresh', {});
      setChosen(new Set());
      onDone();
    });
  };

  return (
    <div class="stack">
      <SiteFilterBar filter={filter} regions={regionsOf(offered)} withState={false} onChange={setFilter} />
      <p class="small muted" role="status">
        {text('sites_count', shown.length, watched)}
      </p>
      {shown.length === 0 && <p>{text('sites_none')}</p>}
      <ul class="site-grid">
        {shown.map((site) => (
          <li key={site.id}>
            <label class={isWatched(site) ? 'site-tile watched' : 'site-tile'}>
              <input
                type="checkbox"
                checked={chosen.has(site.id) || isWatched(site)}
                disabled={isWatched(site)}
                onChange={() => toggle(site.id)}
              />
              <span class="clamp one">
                <bdi>{site.name}</bdi>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {refused && <Problem message={text('sites_refused')} />}
      <Problem message={action.error} />
      <div class="row sticky">
        <button type="button" class="button main" disabled={chosen.size === 0} onClick={watch}>
          {text('sites_watch', chosen.size)}
        </button>
        <span class="small muted grow">{text('sites_watch_hint')}</span>
      </div>
    </div>
  );
}
