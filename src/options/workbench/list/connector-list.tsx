import type { JSX } from 'preact';
import { builtInDefinition } from '../../../platform/files/built-in-connectors';
import { text } from '../../../platform/browser/i18n';
import { ownConnectorsStore } from '../../../platform/storage/stores';
import { draftsStore } from '../../../platform/storage/workbench-stores';
import type { Definition } from '../../../protocol/definition/definition';
import { Problem } from '../../../ui/components/problem';
import { Loading } from '../../../ui/components/loading';
import type { ToastContent } from '../../../ui/components/toast';
import { useStored } from '../../../ui/hooks/use-stored';
import type { DraftRecord } from '../../../core/workbench/draft-record';
import { dateAndTime } from '../../../ui/text/format';
import { formatDraft } from '../../../core/workbench/draft-history';
import { send } from '../../../platform/messaging/send';
import { withProof } from '../../../protocol/definition/check-imported';
import { useAction } from '../../../ui/hooks/use-action';
import { draftId, draftName } from '../draft/draft-text';
import { draftRoute, goTo, newKey, removeDraft, saveDraft } from '../draft/use-draft';
import { BuiltInConnectors, ConnectorName, OnSites, SubmittedList } from './connector-rows';
import { ImportConnector } from './import-connector';
import { isWatched, useSites } from '../../sites/site-facts';

/** Lists all connectors: the person's own, drafts, submitted ones and built-in ones. */
export function ConnectorList({
  onToast,
}: Readonly<{ onToast: (toast: ToastContent) => void }>): JSX.Element {
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

function shownName(draft: DraftRecord): string {
  return draftName(draft) ?? text('workbench_unnamed');
}

/** Drafts that are not in use yet, the last changed first. */
function DraftList({
  drafts,
  onRemove,
}: Readonly<{
  drafts: DraftRecord[];
  onRemove: (draft: DraftRecord) => void;
}>): JSX.Element | null {
  if (drafts.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{text('workbench_drafts')}</h2>
      <ul class="card rows">
        {[...drafts]
          .sort((a, b) => b.changedAt - a.changedAt)
          .map((draft) => (
            <li key={draft.key} class="row">
              <ConnectorName name={shownName(draft)} detail={dateAndTime(draft.changedAt)} />
              <a class="button small" href={`#/connectors/${draftRoute(draft.key, undefined)}`}>
                {text('common_edit')}
              </a>
              <button type="button" class="button small" onClick={() => onRemove(draft)}>
                {text('common_remove')}
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The connectors that the person made and uses. */
function OwnConnectors({
  definitions,
  isOn,
  actions,
}: Readonly<{
  definitions: Definition[];
  /** `undefined` if the list of sites has no row for the connector. */
  isOn: (id: string) => boolean | undefined;
  actions: ConnectorActions;
}>): JSX.Element | null {
  if (definitions.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{text('workbench_mine')}</h2>
      <ul class="card rows">
        {definitions.map((definition) => (
          <OwnRow
            key={definition.id}
            definition={definition}
            on={isOn(definition.id)}
            onEdit={() => actions.edit(definition.id, () => definition)}
            onRemove={() => actions.remove(definition)}
          />
        ))}
      </ul>
    </section>
  );
}

function OwnRow({
  definition: { name, hosts },
  on,
  onEdit,
  onRemove,
}: Readonly<{
  definition: Definition;
  on: boolean | undefined;
  onEdit: () => void;
  onRemove: () => void;
}>): JSX.Element {
  return (
    <li class="row">
      <ConnectorName name={name} detail={hosts.join(', ')} />
      {on !== undefined && <OnSites on={on} />}
      <button type="button" class="button small" onClick={onEdit}>
        {text('common_edit')}
      </button>
      <button type="button" class="button small" onClick={onRemove}>
        {text('common_remove')}
      </button>
    </li>
  );
}

type ConnectorActions = Readonly<{
  error: string | undefined;
  /** Opens the draft with this id, or a new draft of the definition. */
  edit: (id: string, definitionOf: () => Definition | Promise<Definition>) => void;
  remove: (definition: Definition) => void;
  removeDraft: (draft: DraftRecord) => void;
}>;

type UndoableRemoval = Readonly<{
  remove: () => Promise<unknown>;
  restore: () => Promise<unknown>;
}>;

/** The actions on the connectors of the list. A removal can be undone. */
function useConnectorActions(
  drafts: DraftRecord[],
  onToast: (toast: ToastContent) => void,
): ConnectorActions {
  const { run, error } = useAction();
  const removeWithUndo = (name: string, { remove, restore }: UndoableRemoval) =>
    void run(async () => {
      await remove();
      const undo = () =>
        void run(restore).then((done) => done && onToast({ message: text('common_undone') }));
      onToast({ message: text('workbench_removed', name), undo });
    });
  return {
    error,
    edit: (id, definitionOf) =>
      void run(async () => {
        const known = drafts.find((draft) => draftId(draft) === id);
        const key = known?.key ?? newKey();
        if (known === undefined)
          await saveDraft({
            key,
            text: formatDraft(await definitionOf()),
            cases: [],
            changedAt: Date.now(),
          });
        goTo(draftRoute(key, undefined));
      }),
    remove: (definition) =>
      removeWithUndo(definition.name, {
        remove: () => send('connectors.remove', { id: definition.id }),
        restore: () => send('connectors.save', { definition: withProof(definition) }),
      }),
    removeDraft: (draft) =>
      removeWithUndo(shownName(draft), {
        remove: () => removeDraft(draft.key),
        restore: () => saveDraft(draft),
      }),
  };
}
