import type { JSX } from 'preact';
import type { SiteState, SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { dropAccess } from '../../platform/browser/permissions';
import { Problem } from '../../ui/components/problem';
import { useAction, type Action } from '../../ui/hooks/use-action';
import { fieldName } from '../../ui/text/error-text';
import { dateOnly, listText, relative, monthOnly } from '../../ui/text/format';
import { webAddress } from '../../ui/components/web-link';
import { defaultSettings } from '../../core/settings/settings';
import { send } from '../../platform/messaging/send';
import { settingsStore } from '../../platform/storage/stores';
import { useStored } from '../../ui/hooks/use-stored';
import { SiteRelease } from '../catalogue/held-release';
import { evidences, intervals, lengths, SelectRow } from '../settings/setting-rows';
import { SiteRepairs } from './site-repairs';
import { UserHosts } from './user-hosts';

/** Value of the option that removes an override. No setting has negative values. */
const AS_EVERYWHERE = -1;

/** The facts of a site, the settings that differ on it, and its access. */
export function SiteDetails({ site }: Readonly<{ site: SiteView }>): JSX.Element {
  const action = useAction();
  const page = webAddress(site.homepage);
  return (
    <div class="stack site-details">
      <Facts site={site} />
      {page !== undefined && (
        <p>
          <a href={page} target="_blank" rel="noreferrer">
            <bdi>{new URL(page).hostname}</bdi>
          </a>
        </p>
      )}
      <SiteRepairs site={site} action={action} />
      <SiteRelease site={site} action={action} />
      {site.userHosts && <UserHosts site={site} />}
      <SiteOverrides site={site} action={action} />
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

function Facts({ site }: Readonly<{ site: SiteView }>): JSX.Element {
  return (
    <dl class="facts">
      <dt>{text('sites_hosts')}</dt>
      <dd class="mono" dir="ltr">
        {site.hosts.join(' ') || '–'}
      </dd>
      <dt>{text('sites_verified')}</dt>
      <dd>{site.verified === undefined ? text('sites_never') : dateOnly(site.verified)}</dd>
      {site.origin === 'built-in' && (
        <>
          <dt>{text('sites_grade')}</dt>
          <dd>{gradeText(site, new Date())}</dd>
        </>
      )}
      <dt>{text('sites_health')}</dt>
      <dd>{healthText(site)}</dd>
    </dl>
  );
}

/**
 * The text of a connector's grade. A grade expires a year after the newest evidence for it (`confirmed`), so
 * an old package claims nothing.
 */
export function gradeText({ grade, confirmed }: Pick<SiteView, 'grade' | 'confirmed'>, today: Date): string {
  const yearAgo = new Date(Date.UTC(today.getUTCFullYear() - 1, today.getUTCMonth()))
    .toISOString()
    .slice(0, 7);
  const isRecent = confirmed === undefined || confirmed >= yearAgo;
  if (grade !== undefined && isRecent) return text(`sites_grade_${grade}`);
  return confirmed === undefined ? text('sites_grade_none') : text('sites_confirmed', monthOnly(confirmed));
}

function healthText({ health }: SiteView): string {
  if (health === undefined) return text('sites_not_read');
  const when = relative(health.lastReadAt, Date.now());
  return health.degraded
    ? text(
        'sites_degraded_long',
        when,
        health.missing.length === 0 ? '–' : listText(health.missing.map(fieldName)),
      )
    : text('sites_healthy_long', when);
}

type Overrides = NonNullable<SiteState['overrides']>;

type SiteOverridesProps = Readonly<{
  site: SiteView;
  action: Action;
}>;

/** The settings that can differ on one site. */
function SiteOverrides({ site, action }: SiteOverridesProps): JSX.Element {
  const settings = useStored(settingsStore) ?? defaultSettings;
  const { interval, evidence, minimumLength } = site.state.overrides ?? {};
  const everywhere = { value: AS_EVERYWHERE, label: text('sites_as_everywhere') };
  const set = (name: keyof Overrides, value: number) => {
    const { [name]: _old, ...others } = site.state.overrides ?? {};
    const overrides = value === AS_EVERYWHERE ? others : { ...others, [name]: value };
    void action.run(() => send('sites.set', { siteId: site.id, overrides }));
  };
  return (
    <div class="settings">
      <SelectRow
        id={`${site.id}-interval`}
        label={text('scrobbling_interval')}
        value={interval ?? AS_EVERYWHERE}
        options={[everywhere, ...intervals(interval ?? settings.interval)]}
        onChange={(value) => set('interval', value)}
      />
      <SelectRow<number>
        id={`${site.id}-evidence`}
        label={text('scrobbling_evidence')}
        value={evidence ?? AS_EVERYWHERE}
        options={[everywhere, ...evidences()]}
        onChange={(value) => set('evidence', value)}
      />
      <SelectRow
        id={`${site.id}-minimum`}
        label={text('scrobbling_minimum')}
        value={minimumLength ?? AS_EVERYWHERE}
        options={[everywhere, ...lengths(minimumLength ?? settings.minimumLength)]}
        onChange={(value) => set('minimumLength', value)}
      />
    </div>
  );
}
