import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { defaultSettings } from '../../core/settings/settings';
import type { SiteState, SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { dropAccess, requestAccess } from '../../platform/browser/permissions';
import { send } from '../../platform/messaging/send';
import { settingsStore } from '../../platform/storage/stores';
import { dateOnly, relative } from '../../ui/text/format';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { webAddress } from '../../ui/text/web-address';
import { evidences, intervals, lengths } from '../settings/choices';
import { SelectRow } from '../settings/setting-rows';
import { hostPattern } from './host-pattern';

type Overrides = NonNullable<SiteState['overrides']>;
const asEverywhere = -1;

export function SiteDetails({ site }: { readonly site: SiteView }): JSX.Element {
  const settings = useStored(settingsStore) ?? defaultSettings;
  const action = useAction();
  const overrides = site.state.overrides ?? {};
  const set = (name: keyof Overrides, value: number) => {
    const { [name]: _old, ...others } = overrides;
    void action.run(() =>
      send('sites.set', {
        siteId: site.id,
        overrides: value === asEverywhere ? others : { ...others, [name]: value },
      }),
    );
  };
  const everywhere = { value: asEverywhere, label: text('sites_as_everywhere') };
  const page = webAddress(site.homepage);
  return (
    <div class="stack site-details">
      <dl class="facts">
        <dt>{text('sites_hosts')}</dt>
        <dd class="mono" dir="ltr">
          {site.hosts.join(' ') || '–'}
        </dd>
        <dt>{text('sites_verified')}</dt>
        <dd>{site.verified === undefined ? text('sites_never') : dateOnly(site.verified)}</dd>
        <dt>{text('sites_health')}</dt>
        <dd>{healthText(site)}</dd>
      </dl>
      {page !== undefined && (
        <p>
          <a href={page} target="_blank" rel="noreferrer">
            <bdi>{new URL(page).hostname}</bdi>
          </a>
        </p>
      )}
      {site.userHosts && <UserHosts site={site} />}
      <div class="settings">
        <SelectRow
          id={`${site.id}-interval`}
          label={text('scrobbling_interval')}
          value={overrides.interval ?? asEverywhere}
          options={[everywhere, ...intervals(overrides.interval ?? settings.interval)]}
          onChange={(value) => set('interval', value)}
        />
        <SelectRow<number>
          id={`${site.id}-evidence`}
          label={text('scrobbling_evidence')}
          value={overrides.evidence ?? asEverywhere}
          options={[everywhere, ...evidences()]}
          onChange={(value) => set('evidence', value)}
        />
        <SelectRow
          id={`${site.id}-minimum`}
          label={text('scrobbling_minimum')}
          value={overrides.minimumLength ?? asEverywhere}
          options={[everywhere, ...lengths(overrides.minimumLength ?? settings.minimumLength)]}
          onChange={(value) => set('minimumLength', value)}
        />
      </div>
      {site.granted && (
        <div>
          <button
            type="button"
            class="button small"
            onClick={() => void action.run(() => dropAccess(site.hosts))}
          >
            {text('sites_drop_access')}
          </button>
        </div>
      )}
      <Problem message={action.error} />
    </div>
  );
}

/** A product that people run themselves: at which addresses? */
function UserHosts({ site }: { readonly site: SiteView }): JSX.Element {
  const [value, setValue] = useState('');
  const [wrong, setWrong] = useState(false);
  const action = useAction();
  const hosts = site.state.hosts ?? [];
  const add = (event: Event) => {
    event.preventDefault();
    const pattern = hostPattern(value);
    setWrong(pattern === undefined);
    if (pattern === undefined || action.busy) return;
    const asked = requestAccess([pattern]);
    void action.run(async () => {
      if (!(await asked)) return;
      await send('sites.set', { siteId: site.id, hosts: [...new Set([...hosts, pattern])], enabled: true });
      await send('sites.refresh', {});
      setValue('');
    });
  };
  return (
    <form class="stack tight" onSubmit={add} noValidate>
      <div class="field">
        <label for={`${site.id}-host`}>{text('sites_own_host')}</label>
        <div class="row">
          <input
            id={`${site.id}-host`}
            class="grow"
            type="url"
            dir="ltr"
            spellcheck={false}
            placeholder="https://media.example.org"
            value={value}
            aria-invalid={wrong}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
          <button type="submit" class="button">
            {text('sites_add_host')}
          </button>
        </div>
      </div>
      {wrong && <Problem message={text('sites_bad_host')} />}
      <Problem message={action.error} />
      <ul>
        {hosts.map((host) => (
          <li key={host} class="row spread">
            <span class="mono" dir="ltr">
              {host}
            </span>
            <button
              type="button"
              class="link"
              onClick={() =>
                void action.run(() =>
                  send('sites.set', { siteId: site.id, hosts: hosts.filter((one) => one !== host) }),
                )
              }
            >
              {text('common_remove')}
              <span class="hidden"> {host}</span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

function healthText({ health }: SiteView): string {
  if (health === undefined) return text('sites_not_read');
  const when = relative(health.lastReadAt, Date.now());
  return health.degraded
    ? text('sites_degraded_long', when, health.missing.join(', ') || '–')
    : text('sites_healthy_long', when);
}
