import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/permissions';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { filterSites, isWatched, regionsOf, type SiteFilter } from './site-filter';
import { SiteFilterBar } from './site-filter-bar';
import { SiteRow } from './site-row';
import { useSites } from './use-sites';

export function SitesSection(): JSX.Element {
  const { value: sites, error, again } = useSites();
  const [filter, setFilter] = useState<SiteFilter>({ words: '', region: '', only: 'all' });
  const action = useAction();
  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  if (sites === undefined)
    return (
      <p class="muted" role="status">
        {text('common_loading')}
      </p>
    );
  const shown = filterSites(sites, filter);
  const lost = sites.filter(
    (site) => site.state.enabled && !site.granted && site.hosts.length > 0 && site.health !== undefined,
  );
  const allow = () => {
    if (action.busy) return;
    const asked = requestAccess([...new Set(lost.flatMap((site) => site.hosts))]);
    void action.run(async () => {
      if (await asked) await send('sites.refresh', {});
    });
  };
  return (
    <>
      <p class="muted">
        {text('sites_intro')} <a href="welcome.html#sites">{text('sites_choose_many')}</a>
      </p>
      {lost.length > 0 && (
        <div class="note wait">
          <p>{text('sites_lost', lost.map((site) => site.name).join(', '))}</p>
          <div>
            <button type="button" class="button small main" onClick={allow}>
              {text('sites_allow_again')}
            </button>
          </div>
        </div>
      )}
      <Problem message={action.error} />
      <SiteFilterBar filter={filter} regions={regionsOf(sites)} withState onChange={setFilter} />
      <p class="small muted" role="status">
        {text('sites_count', shown.length, sites.filter(isWatched).length)}
      </p>
      {shown.length === 0 ? (
        <p>{text('sites_none')}</p>
      ) : (
        <ul class="card rows">
          {shown.map((site) => (
            <SiteRow key={site.id} site={site} />
          ))}
        </ul>
      )}
    </>
  );
}
