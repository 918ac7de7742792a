import './workbench.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Toast, type ToastContent } from '../../ui/components/toast';
import { ConnectorList } from './list/connector-list';
import { DraftView } from './editor/draft-view';
import { NewDraft } from './teach/new-draft';

/** Where connectors are made: the list, a new one from an open tab, and the editor. `route` follows `#/connectors/`. */
export function Workbench({ route }: { readonly route: string }): JSX.Element {
  const [toast, setToast] = useState<ToastContent>();
  const [place = '', query = ''] = route.split('?');
  const tab = Number(new URLSearchParams(query).get('tab') ?? Number.NaN);
  const tabId = Number.isInteger(tab) && tab >= 0 ? tab : undefined;
  const edited = /^edit\/([\w-]{1,64})$/.exec(place)?.[1];
  return (
    <div class="workbench stack">
      {edited !== undefined ? (
        <DraftView key={edited} draftKey={edited} tabId={tabId} onToast={setToast} />
      ) : place === 'new' ? (
        <NewDraft tabId={tabId} />
      ) : (
        <ConnectorList onToast={setToast} />
      )}
      <Toast content={toast} onClose={() => setToast(undefined)} />
    </div>
  );
}
