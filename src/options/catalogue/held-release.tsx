import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { Reach } from '../../protocol/definition/reach';
import type { Action } from '../../ui/hooks/use-action';
import {
  type HeldRelease,
  catalogueStore,
  type CatalogueState,
  type UsedRelease,
  offersOf,
} from './catalogue-state';
import { agree, report, useAgain, goBack } from './choices';
import { ReleaseRefusal } from './refusals';
import type { SiteView } from '../../core/settings/site-state';
import { trackerConnectorsStore } from '../../platform/storage/stores';
import type { Release } from '../../protocol/tracker/connector-catalogue';
import { useStored } from '../../ui/hooks/use-stored';
import { dateOnly } from '../../ui/text/format';

type HeldProps = Readonly<{
  id: string;
  held: HeldRelease;
  action: Action;
}>;

/** Shows why a version is not used, and what the person can do about it. */
export function Held({ id, held, action }: HeldProps): JSX.Element {
  const { version, why, reach, detail } = held;
  if (why === 'wider')
    return (
      <div class="note wait stack tight">
        <p>{text('catalogue_wider', version)}</p>
        <ReachList reach={reach ?? []} />
        <Choice label={text('catalogue_agree')} action={action} run={() => agree(id)} />
      </div>
    );
  return (
    <div class="stack tight">
      <ReleaseRefusal held={held} />
      {why === 'put_back' && detail !== undefined && <Report id={id} held={held} action={action} />}
      {(why === 'gone_back' || why === 'put_back') && (
        <Choice label={text('catalogue_again', version)} action={action} run={() => useAgain(id)} />
      )}
    </div>
  );
}

/** Lists what a definition reaches beyond the previous one. */
export function ReachList({ reach }: Readonly<{ reach: Reach[] }>): JSX.Element {
  return (
    <ul class="bullets">
      {reach.map((one) => (
        <li key={`${one.kind} ${one.value}`} dir="auto">
          {text(`catalogue_reach_${GROUPS[one.kind]}`, one.value)}
        </li>
      ))}
    </ul>
  );
}

/** A report for the tracker, sent only when the person presses the button. */
function Report({ id, held, action }: HeldProps): JSX.Element {
  if (held.reported === true) return <p class="small muted">{text('catalogue_reported')}</p>;
  return (
    <>
      <Choice label={text('catalogue_report')} action={action} run={() => report(id)} />
      <p class="small muted">{text('catalogue_report_hint')}</p>
    </>
  );
}

type ChoiceProps = Readonly<{
  label: string;
  action: Action;
  run: () => Promise<void>;
}>;

export function Choice({ label, action, run }: ChoiceProps): JSX.Element {
  return (
    <div>
      <button
        type="button"
        class="button small"
        aria-disabled={action.busy}
        onClick={() => void action.run(run)}
      >
        {label}
      </button>
    </div>
  );
}

/** Groups of `Reach` kinds. All kinds of a group share one text. */
type ReachGroup = 'host' | 'request' | 'sends' | 'cookies' | 'storage' | 'page' | 'data';

const GROUPS: Readonly<Record<Reach['kind'], ReachGroup>> = {
  host: 'host',
  frame: 'host',
  'user-hosts': 'host',
  'api-host': 'request',
  endpoint: 'request',
  method: 'sends',
  header: 'sends',
  body: 'sends',
  cookies: 'cookies',
  storage: 'storage',
  'page-world': 'storage',
  page: 'page',
  data: 'data',
};

type SiteReleaseProps = Readonly<{
  site: SiteView;
  action: Action;
}>;

/** Shows which version of a site's connector is in force and since when, and which version is held. */
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
  /** Name of the public list that offers the version. */
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
