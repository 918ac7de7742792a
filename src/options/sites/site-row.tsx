import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/permissions';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { regionNames } from '../../ui/text/region-name';
import { Switch } from '../../ui/components/switch';
import { useAction } from '../../ui/hooks/use-action';
import { SiteDetails } from './site-details';

/** One site: its switch asks for access where that is missing, so that "on" always means that it works. */
export function SiteRow({ site }: { readonly site: SiteView }): JSX.Element {
  const action = useAction();
  const [open, setOpen] = useState(false);
  const on = site.granted && site.state.enabled;
  const change = (enabled: boolean) => {
    if (action.busy) return;
    const asked =
      enabled && !site.granted && site.hosts.length > 0 ? requestAccess(site.hosts) : Promise.resolve(true);
    void action.run(async () => {
      if (!(await asked)) return;
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
      <Switch on={on} label={text('sites_switch', site.name)} onChange={change} />
      <Problem message={action.error} />
    </li>
  );
}

function SiteTags({ site }: { readonly site: SiteView }): JSX.Element {
  return (
    <span class="row tags">
      {site.origin === 'mine' && <span class="tag">{text('sites_mine')}</span>}
      {/* Never asked for is no news; a site that was read before and is closed now has lost its access. */}
      {site.state.enabled && !site.granted && site.health !== undefined && (
        <span class="tag bad">{text('sites_no_access')}</span>
      )}
      {site.granted && site.health !== undefined && (
        <span class={site.health.degraded ? 'tag wait' : 'tag good'}>
          {text(site.health.degraded ? 'sites_degraded' : 'sites_healthy')}
        </span>
      )}
    </span>
  );
}
