import type { JSX } from 'preact';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { dropAccess } from '../../platform/browser/permissions';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { fieldName } from '../../ui/text/field-name';
import { dateOnly, listText, relative, monthOnly } from '../../ui/text/format';
import { webAddress } from '../../ui/text/web-address';
import { SiteRelease } from '../catalogue/site-release';
import { SiteOverrides } from './site-overrides';
import { SiteRepairs } from './site-repairs';
import { UserHosts } from './user-hosts';

/** The facts of a site, the settings that differ on it, and its access. */
export function SiteDetails({ site }: { readonly site: SiteView }): JSX.Element {
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

function Facts({ site }: { readonly site: SiteView }): JSX.Element {
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

/** A grade ends a year after its newest source, however old the package is. */
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
