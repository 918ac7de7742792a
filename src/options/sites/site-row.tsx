import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { Switch } from '../../ui/components/switch';
import { useAction } from '../../ui/hooks/use-action';
import { regionNames } from '../../ui/text/region-name';
import { SiteDetails } from './site-details';
import { hasLostAccess, isWatched } from './site-filter';

/** One site. Its switch requests missing access, so that "on" always means that the site is recorded. */
export function SiteRow({ site }: { readonly site: SiteView }): JSX.Element {
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

/** Must be called in the click itself: browsers accept a request for access only there. */
function requestMissingAccess({ granted, hosts }: SiteView): Promise<boolean> {
  return granted || hosts.length === 0 ? Promise.resolve(true) : requestAccess(hosts);
}

function SiteTags({ site }: { readonly site: SiteView }): JSX.Element {
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
