import type { JSX } from 'preact';
import { builtInDefinition } from '../../../platform/files/built-in-connectors';
import { text } from '../../../platform/browser/i18n';
import { ownConnectorsStore } from '../../../platform/storage/stores';
import { draftsStore } from '../../../platform/storage/workbench-stores';
import type { Definition } from '../../../protocol/definition/definition';
import { Loading } from '../../../ui/components/loading';
import { Problem } from '../../../ui/components/problem';
import type { ToastContent } from '../../../ui/components/toast';
import { useStored } from '../../../ui/hooks/use-stored';
import { isWatched } from '../../sites/site-filter';
import { useSites } from '../../sites/use-sites';
import { draftId } from '../draft/draft-names';
import { BuiltInConnectors } from './built-in-connectors';
import { DraftList } from './draft-list';
import { ImportConnector } from './import-connector';
import { OwnConnectors } from './own-connectors';
import { SubmittedList } from './submitted-list';
import { useConnectorActions } from './use-connector-actions';

/** All connectors: own ones, drafts, submitted ones and built-in ones. */
export function ConnectorList({ onToast }: { readonly onToast: (toast: ToastContent) => void }): JSX.Element {
  const own = useStored(ownConnectorsStore);
  const drafts = useStored(draftsStore);
  const { value: sites = [] } = useSites();
  const actions = useConnectorActions(Object.values(drafts ?? {}), onToast);
  if (own === undefined || drafts === undefined) return <Loading />;
  const definitions = Object.values(own).map(({ definition }) => definition as Definition);
  const ids = new Set(definitions.map(({ id }) => id));
  const isOn = (id: string) => sites.filter((site) => site.id === id).map(isWatched)[0];
  return (
    <>
      <p class="muted">{text('workbench_intro')}</p>
      <div class="row">
        <a class="button main" href="#/connectors/new">
          {text('workbench_new')}
        </a>
        <ImportConnector />
      </div>
      <Problem message={actions.error} />
      <OwnConnectors definitions={definitions} isOn={isOn} actions={actions} />
      <DraftList
        drafts={Object.values(drafts).filter((draft) => !ids.has(draftId(draft)))}
        onRemove={actions.removeDraft}
      />
      <SubmittedList />
      <BuiltInConnectors
        replaced={ids}
        isOn={isOn}
        onDuplicate={(id) => actions.edit(id, () => builtInDefinition(id))}
      />
    </>
  );
}
