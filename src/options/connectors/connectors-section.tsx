import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { dateOnly } from '../../ui/text/format';
import { useSites } from '../sites/site-facts';

export type WorkbenchProps = Readonly<{
  /** The address after `#/connectors/`: empty for the list, `new?tab=3`, `edit/my-site`. */
  route: string;
}>;

/** The workbench. Its script is loaded lazily, because it is larger than the rest of the page. */
export function ConnectorsSection({ route }: WorkbenchProps): JSX.Element {
  const [workbench, setWorkbench] = useState<Readonly<{ is: ComponentType<WorkbenchProps> | undefined }>>();
  useEffect(() => {
    void loadWorkbench().then((is) => setWorkbench({ is }));
  }, []);
  if (workbench === undefined) return <Loading />;
  const Workbench = workbench.is;
  return Workbench === undefined ? <BuiltIn /> : <Workbench route={route} />;
}

async function loadWorkbench(): Promise<ComponentType<WorkbenchProps> | undefined> {
  // A glob finds nothing, without an error, in a build that leaves the workbench out.
  const found = import.meta.glob<{ Workbench: ComponentType<WorkbenchProps> }>('../workbench/workbench.tsx');
  const [load] = Object.values(found);
  return (await load?.())?.Workbench;
}

function BuiltIn(): JSX.Element {
  const { value: sites, error, again } = useSites();
  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  return (
    <>
      <p class="muted">{text('connectors_intro')}</p>
      <ul class="card rows">
        {sites?.map((site) => (
          <li key={site.id} class="row spread">
            <span>
              <strong>
                <bdi>{site.name}</bdi>
              </strong>{' '}
              <span class="small muted mono" dir="ltr">
                {site.id}
              </span>
            </span>
            <span class="small muted">
              {site.verified === undefined ? text('sites_never') : dateOnly(site.verified)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
