import './workbench.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Toast, type ToastContent } from '../../ui/components/toast';
import { DraftView } from './editor/draft-view';
import { ConnectorList } from './list/connector-list';
import { RepairSite, NewDraft } from './teach/new-draft';
import { usePassing } from '../../ui/hooks/use-passing';

type RouteProps = Readonly<{
  /**
   * The address after `#/connectors/`: empty for the list, `new?tab=3`, `edit/<key>?tab=3` or `repair/<id>`.
   */
  route: string;
}>;

/** The workbench for connectors: the list, a new draft from an open tab, and the editor of a draft. */
export function Workbench({ route }: RouteProps): JSX.Element {
  const [toast, setToast] = useState<ToastContent>();
  const kept = usePassing(toast, () => setToast(undefined));
  return (
    <div class="workbench stack">
      {/* First, so that the Tab key need not pass every connector to reach its button. */}
      <div class="passing" {...kept}>
        <Toast content={toast} onClose={() => setToast(undefined)} />
      </div>
      <Content route={route} onToast={setToast} />
    </div>
  );
}

function Content({
  route,
  onToast,
}: RouteProps & Readonly<{ onToast: (toast: ToastContent) => void }>): JSX.Element {
  const { place, key, tabId, field } = readRoute(route);
  if (place === 'edit' && key !== undefined)
    return <DraftView key={key} draftKey={key} tabId={tabId} onToast={onToast} />;
  if (place === 'repair' && key !== undefined) return <RepairSite siteId={key} {...{ field, tabId }} />;
  if (place === 'new') return <NewDraft tabId={tabId} />;
  return <ConnectorList onToast={onToast} />;
}

/** The parts of a route: `edit/<key>?tab=3` has the place `edit`. */
function readRoute(route: string) {
  const [path = '', query = ''] = route.split('?');
  const [, place, key] = /^([a-z]+)(?:\/([\w-]{1,64}))?$/.exec(path) ?? [];
  const queries = new URLSearchParams(query);
  const tab = Number(queries.get('tab') ?? Number.NaN);
  return {
    place,
    key,
    tabId: Number.isInteger(tab) && tab >= 0 ? tab : undefined,
    field: queries.get('field') ?? undefined,
  };
}
