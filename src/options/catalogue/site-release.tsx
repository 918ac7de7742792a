import type { JSX } from 'preact';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { trackerConnectorsStore } from '../../platform/storage/tracker-connectors';
import type { Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { dateOnly } from '../../ui/text/format';
import { catalogueStore } from './catalogue-state';
import { goBack } from './choices';
import { Choice, Held } from './held-release';

/** Of one site: which version of the tracker is in force and since when, and which one is not used. */
export function SiteRelease({
  site,
  action,
}: {
  readonly site: SiteView;
  readonly action: Action;
}): JSX.Element | null {
  const catalogue = useStored(catalogueStore);
  const connectors = useStored(trackerConnectorsStore);
  const { inForce, held } = catalogue?.sites[site.id] ?? {};
  if (inForce === undefined && held === undefined) return null;
  const isOnTrial = connectors?.[site.id]?.trial !== undefined;
  return (
    <div class="stack tight">
      {inForce !== undefined && (
        <>
          <p>
            {text('catalogue_in_force', inForce.version, dateOnly(new Date(inForce.since).toISOString()))}{' '}
            {isOnTrial && <span class="tag">{text('catalogue_trial')}</span>}
          </p>
          <Choice label={text('catalogue_go_back')} action={action} run={() => goBack(site.id, site.name)} />
        </>
      )}
      {held !== undefined && <Held id={site.id} held={held} action={action} />}
    </div>
  );
}
