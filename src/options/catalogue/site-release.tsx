import type { JSX } from 'preact';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { trackerConnectorsStore } from '../../platform/storage/tracker-connectors';
import type { Release } from '../../protocol/tracker/connector-catalogue';
import type { Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { dateOnly } from '../../ui/text/format';
import { catalogueStore, type CatalogueState, type UsedRelease } from './catalogue-state';
import { offersOf } from './choose-release';
import { goBack } from './choices';
import { Choice, Held } from './held-release';

type SiteReleaseProps = Readonly<{
  site: SiteView;
  action: Action;
}>;

/** Of one site: which version of the tracker is in force and since when, and which one is not used. */
export function SiteRelease({ site, action }: SiteReleaseProps): JSX.Element | null {
  const catalogue = useStored(catalogueStore);
  const { inForce, held } = catalogue?.sites[site.id] ?? {};
  const grade = catalogue && gradeOf(catalogue, inForce?.sha256);
  const list = catalogue?.lists.find(({ id }) => id === inForce?.list)?.name;
  return (
    <>
      {inForce !== undefined && <InForce {...{ site, action, inForce, grade, list }} />}
      {held !== undefined && <Held id={site.id} held={held} action={action} />}
    </>
  );
}

function gradeOf(catalogue: CatalogueState, sha256: string | undefined): Release['grade'] | undefined {
  return offersOf(catalogue)
    .flat()
    .find((one) => one.sha256 === sha256)?.grade;
}

type InForceProps = Readonly<{
  /** Name of the public list that it comes from. */
  list: string | undefined;
  inForce: UsedRelease;
  grade: Release['grade'] | undefined;
}>;

function InForce({
  site: { id, name },
  action,
  inForce: { version, since },
  grade,
  list,
}: SiteReleaseProps & InForceProps): JSX.Element {
  const isOnTrial = useStored(trackerConnectorsStore)?.[id]?.trial !== undefined;
  return (
    <div class="stack tight">
      <p>
        {text('catalogue_in_force', version, dateOnly(new Date(since).toISOString()))}{' '}
        {isOnTrial && <span class="tag">{text('catalogue_trial')}</span>}
      </p>
      {list !== undefined && <p class="small muted">{text('lists_of', list)}</p>}
      <p class="small muted">
        {text('sites_grade')}: {text(`sites_grade_${grade ?? 'none'}`)}
      </p>
      <Choice label={text('catalogue_go_back')} action={action} run={() => goBack(id, name)} />
    </div>
  );
}
