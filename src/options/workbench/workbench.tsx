import './workbench.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Toast, type ToastContent } from '../../ui/components/toast';
import { DraftView } from './editor/draft-view';
import { ConnectorList } from './list/connector-list';
import { RepairSite } from './repair/repair-site';
import { NewDraft } from './teach/new-draft';

interface RouteProps {
  /** The address after `#/connectors/`: empty for the list, `new?tab=3`, `edit/<key>?tab=3`, `repair/<id>`. */
  readonly route: string;
}

/** Where connectors are made: the list, a new draft from an open tab, and the editor of a draft. */
export function Workbench({ route }: RouteProps): JSX.Element {
  const [toast, setToast] = useState<ToastContent>();
  return (
    <div class="workbench stack">
      <Content route={route} onToast={setToast} />
      <Toast content={toast} onClose={() => setToast(undefined)} />
    </div>
  );
}

function Content({
  route,
  onToast,
}: RouteProps & { readonly onToast: (toast: ToastContent) => void }): JSX.Element {
  const [place = '', query = ''] = route.split('?');
  const queries = new URLSearchParams(query);
  const tab = Number(queries.get('tab') ?? Number.NaN);
  const tabId = Number.isInteger(tab) && tab >= 0 ? tab : undefined;
  const edited = /^edit\/([\w-]{1,64})$/.exec(place)?.[1];
  if (edited !== undefined)
    return <DraftView key={edited} draftKey={edited} tabId={tabId} onToast={onToast} />;
  const repaired = /^repair\/([a-z][a-z0-9-]{1,39})$/.exec(place)?.[1];
  if (repaired !== undefined)
    return <RepairSite siteId={repaired} field={queries.get('field') ?? undefined} />;
  if (place === 'new') return <NewDraft tabId={tabId} />;
  return <ConnectorList onToast={onToast} />;
}
