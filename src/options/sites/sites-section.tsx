import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { useAction } from '../../ui/hooks/use-action';
import { listText } from '../../ui/text/format';
import { plural } from '../../ui/text/plural';
import { filterSites, noSiteFilter, regionsOf, SiteFilterBar } from './site-filter';
import { joinParts } from '../../ui/text/naming';
import { Switch } from '../../ui/components/controls';
import { ConnectorLists } from '../catalogue/connector-lists';
import { TrackerCatalogue } from '../catalogue/tracker-catalogue';
import { SiteDetails } from './site-details';
import { regionNames, hasLostAccess, isWatched, useSites } from './site-facts';

/** All sites, to switch on and off and to set up. */
export function SitesSection(): JSX.Element {
  const { value: sites, error, again } = useSites();
  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  if (sites === undefined) return <Loading />;
  return (
    <>
      <p class="muted">
        {text('sites_intro')} <a href="welcome.html#sites">{text('sites_choose_many')}</a>
      </p>
      <LostAccess sites={sites.filter((site) => site.hosts.length > 0 && hasLostAccess(site))} />
      <TrackerCatalogue sites={sites} />
      <SiteList sites={sites} />
      <ConnectorLists />
    </>
  );
}

/** Sites whose access was withdrawn, with a button that requests it again for all. */
function LostAccess({ sites }: Readonly<{ sites: SiteView[] }>): JSX.Element {
  const action = useAction();
  const allow = () => {
    if (action.busy) return;
    // Browsers accept a request for access only within the click, so nothing is awaited before it.
    const request = requestAccess([...new Set(sites.flatMap((site) => site.hosts))]);
    void action.run(async () => {
      if (await request) await send('sites.refresh', {});
    });
  };
  return (
    <>
      {sites.length > 0 && (
        <div class="note wait">
          <p>{text('sites_lost', listText(sites.map((site) => joinParts(site.name))))}</p>
          <div>
            <button type="button" class="button small main" onClick={allow}>
              {text('sites_allow_again')}
            </button>
          </div>
        </div>
      )}
      <Problem message={action.error} />
    </>
  );
}

function SiteList({ sites }: Readonly<{ sites: SiteView[] }>): JSX.Element {
  const [filter, setFilter] = useState(noSiteFilter);
  // Sites that are on when the page opens stand first. The set is kept, so no row moves under the pointer.
  const [first] = useState(() => new Set(sites.filter(isWatched).map(({ id }) => id)));
  const shown = filterSites(sites, filter, first);
  return (
    <>
      <SiteFilterBar filter={filter} regions={regionsOf(sites)} onChange={setFilter} />
      <p class="small muted" role="status">
        {joinParts(
          plural('data_part_sites', shown.length),
          plural('sites_on', sites.filter(isWatched).length),
        )}
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

/** One site. Its switch requests missing access, so that "on" always means that the site is recorded. */
function SiteRow({ site }: Readonly<{ site: SiteView }>): JSX.Element {
  const action = useAction();
  const [open, setOpen] = useState(false);
  const change = (enabled: boolean) => {
    if (action.busy) return;
    const request = enabled ? requestMissingAccess(site) : Promise.resolve(true);
    void action.run(async () => {
      if (!(await request)) return;
      await send('sites.set', { siteId: site.id, enabled });
      if (enabled) await send('sites.refresh', {});
    });
  };
  return (
    <li class="site-row">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="grow">
            <strong>
              <bdi>{site.name}</bdi>
            </strong>
            <span class="small muted clamp one">{regionNames(site.regions)}</span>
          </span>
          <SiteTags site={site} />
        </summary>
        {open && <SiteDetails site={site} />}
      </details>
      <Switch on={isWatched(site)} label={text('sites_switch', site.name)} onChange={change} />
      <Problem message={action.error} />
    </li>
  );
}

/** Must be called within the click: browsers accept a request for access only there. */
function requestMissingAccess({ granted, hosts }: SiteView): Promise<boolean> {
  return granted || hosts.length === 0 ? Promise.resolve(true) : requestAccess(hosts);
}

function SiteTags({ site }: Readonly<{ site: SiteView }>): JSX.Element {
  return (
    <span class="row tags">
      {site.origin === 'mine' && <span class="tag">{text('sites_mine')}</span>}
      {hasLostAccess(site) && <span class="tag bad">{text('sites_no_access')}</span>}
      {site.granted && site.health !== undefined && (
        <span class={site.health.degraded ? 'tag wait' : 'tag good'}>
          {text(site.health.degraded ? 'sites_degraded' : 'sites_healthy')}
        </span>
      )}
    </span>
  );
}
