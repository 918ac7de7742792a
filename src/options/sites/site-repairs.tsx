import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fieldTroubles } from '../../core/settings/field-trouble';
import { taughtFields } from '../../core/workbench/page-facts';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { repairsStore } from '../../platform/storage/stores';
import type { Repair } from '../../protocol/definition/with-repairs';
import { Problem } from '../../ui/components/problem';
import { useAction, type Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { fieldKey } from '../../ui/text/evidence-text';
import { dateOnly } from '../../ui/text/format';
import { faultsOf, reportSite } from '../catalogue/choices';

type SiteRepairsProps = Readonly<{
  site: SiteView;
  action: Action;
}>;

/**
 * Shows what has become worse on a site over the last days, how to repair it, and what the person has
 * repaired.
 */
export function SiteRepairs({ site, action }: SiteRepairsProps): JSX.Element | null {
  const repairs = useStored(repairsStore)?.[site.id] ?? [];
  if (site.origin === 'mine') return null;
  return (
    <>
      <Troubles site={site} repaired={repairs.map(({ field }) => field)} />
      {repairs.map((repair) => (
        <div key={`${repair.page} ${repair.field}`} class="row spread">
          <span>{text('sites_repaired', text(fieldKey(repair.field)))}</span>
          <button
            type="button"
            class="button small"
            aria-disabled={action.busy}
            onClick={() => void action.run(() => forget(site.id, repair))}
          >
            {text('common_remove')}
          </button>
        </div>
      ))}
    </>
  );
}

function Troubles({
  site: { id, health },
  repaired,
}: Readonly<{
  site: SiteView;
  repaired: string[];
}>): JSX.Element | null {
  const found = fieldTroubles(health?.days).filter(
    ({ field }) => taughtFields.some((one) => one === field) && !repaired.includes(field),
  );
  const [first] = found.map(({ field }) => field);
  const isUnread = health?.degraded === true && health.missing.length > 0;
  const isUncovered = health !== undefined && faultsOf(health).length > 0;
  if (first === undefined && !isUnread && !isUncovered) return null;
  return (
    <div class="note wait stack tight">
      <p>{text('sites_changed')}</p>
      <ul class="bullets">
        {found.map(({ field, kind, since }) => (
          <li key={field}>
            {text(`sites_field_${kind}`, text(fieldKey(field)), dateOnly(new Date(since).toISOString()))}
          </li>
        ))}
      </ul>
      <ReportSite id={id} health={health} />
      <div>
        <a
          class="button small"
          href={`#/connectors/repair/${id}${first === undefined ? '' : `?field=${first}`}`}
        >
          {text('sites_point_again')}
        </a>
      </div>
    </div>
  );
}

type ReportSiteProps = Readonly<{
  id: string;
  health: SiteView['health'] | undefined;
}>;

/** The button that reports the site's faults to the person's tracker. Nothing is sent without a click. */
function ReportSite({ id, health }: ReportSiteProps): JSX.Element | null {
  const action = useAction();
  const [isSent, setSent] = useState(false);
  if (health === undefined || faultsOf(health).length === 0) return null;
  const shapes = faultsOf(health).flatMap(({ shape }) => shape ?? []);
  if (isSent) return <p class="small muted">{text('catalogue_reported')}</p>;
  return (
    <div class="stack tight">
      {shapes.map((shape) => (
        <p key={shape} class="small mono" dir="ltr">
          {shape}
        </p>
      ))}
      <div>
        <button
          type="button"
          class="button small"
          aria-disabled={action.busy}
          onClick={() => void action.run(() => reportSite(id, health)).then(setSent)}
        >
          {text('catalogue_report')}
        </button>
      </div>
      <p class="small muted">{text('catalogue_report_hint')}</p>
      <Problem message={action.error} />
    </div>
  );
}

async function forget(siteId: string, { page, field }: Repair): Promise<void> {
  const all = await repairsStore.get();
  const kept = (all[siteId] ?? []).filter((one) => one.page !== page || one.field !== field);
  await repairsStore.set({ ...all, [siteId]: kept });
  await send('sites.refresh', {});
}
