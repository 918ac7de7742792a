import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { deepEqual } from '../../../core/values/deep-equal';
import { requestAccess } from '../../../platform/browser/permissions';
import { send } from '../../../platform/messaging/send';
import { ownConnectorsStore } from '../../../platform/storage/stores';
import { showTab } from '../../../platform/browser/tabs';
import type { Definition } from '../../../protocol/definition';
import { Empty } from '../../../ui/components/empty';
import { errorText } from '../../../ui/text/error-text';
import { Icon } from '../../../ui/components/icon';
import { Problem } from '../../../ui/components/problem';
import { Tabs } from '../../../ui/components/tabs';
import type { ToastContent } from '../../../ui/components/toast';
import { useAction } from '../../../ui/hooks/use-action';
import { useStored } from '../../../ui/hooks/use-stored';
import { accessOf } from '../draft/access-of';
import { CasesView } from '../cases/cases-view';
import { FormView } from '../form/form-view';
import { draftRoute, goTo } from '../draft/go-to';
import { JsonView } from '../json/json-view';
import { readDraft } from '../draft/read-draft';
import { ShareView } from '../share/share-view';
import { TeachPanel } from '../teach/teach-panel';
import { TracePanel } from '../trial/trace-panel';
import { TabChoice } from '../teach/tab-choice';
import { useDraft, type OpenDraft } from '../draft/use-draft';
import { usePicker } from '../teach/use-picker';
import { useTrial } from '../trial/use-trial';

interface DraftViewProps {
  readonly draftKey: string;
  readonly tabId: number | undefined;
  readonly onToast: (toast: ToastContent) => void;
}

export function DraftView({ draftKey, ...props }: DraftViewProps): JSX.Element {
  const draft = useDraft(draftKey);
  if (draft === undefined)
    return (
      <p class="muted" role="status">
        {text('common_loading')}
      </p>
    );
  if (draft === null)
    return (
      <Empty title={text('workbench_gone')}>
        <a href="#/connectors">{text('workbench_back')}</a>
      </Empty>
    );
  return <Editor draft={draft} {...props} />;
}

const views = ['form', 'json', 'trace', 'cases', 'share'] as const;

/** The draft: above, in plain words, what it reads from the page now; below, everything that can be changed. */
function Editor({
  draft,
  tabId,
  onToast,
}: Omit<DraftViewProps, 'draftKey'> & { readonly draft: OpenDraft }): JSX.Element {
  const [view, setView] = useState<(typeof views)[number]>('form');
  const [place, setPlace] = useState<string>();
  const own = useStored(ownConnectorsStore);
  const action = useAction();
  const reading = readDraft(draft.document.text);
  const definition = reading.state === 'good' ? reading.definition : undefined;
  const trial = useTrial(tabId, definition);
  const picker = usePicker(tabId, (error) => onToast({ message: errorText(error) }));
  const inUse = definition !== undefined && own !== undefined && deepEqual(own[definition.id], definition);

  const use = (good: Definition) => {
    if (action.busy) return;
    // Asked for straight from the click, before anything is awaited.
    const asked = requestAccess(accessOf(good));
    const before = own?.[good.id];
    void action.run(async () => {
      if (!(await asked)) throw new Error(text('workbench_access_refused'));
      await send('connectors.save', { definition: good });
      onToast({
        message: text('workbench_used', good.name),
        undo: () =>
          void action.run(() =>
            before === undefined
              ? send('connectors.remove', { id: good.id })
              : send('connectors.save', { definition: before }),
          ),
      });
    });
  };

  const choose = (next: (typeof views)[number], at?: string) => {
    setPlace(at);
    setView(next);
  };

  return (
    <>
      <div class="row spread">
        <a class="button small" href="#/connectors">
          <Icon name="back" size={15} />
          {text('workbench_back')}
        </a>
        <span class="row">
          <button
            type="button"
            class="button small"
            disabled={draft.document.past.length === 0}
            onClick={() => draft.undo()}
          >
            {text('workbench_undo')}
          </button>
          <button
            type="button"
            class="button small"
            disabled={draft.document.future.length === 0}
            onClick={() => draft.redo()}
          >
            {text('workbench_redo')}
          </button>
        </span>
      </div>
      <TeachPanel draft={draft} reading={reading} trial={trial} tabId={tabId} picker={picker}>
        <div class="row">
          <button
            type="button"
            class="button main"
            disabled={definition === undefined || inUse}
            aria-disabled={action.busy}
            onClick={() => definition && use(definition)}
          >
            {text(inUse ? 'workbench_in_use' : 'workbench_use')}
          </button>
          {tabId !== undefined && (
            <button type="button" class="button" onClick={() => void showTab(tabId)}>
              {text('workbench_show_page')}
            </button>
          )}
        </div>
        <Problem message={action.error ?? trial.error} />
      </TeachPanel>
      {tabId === undefined && (
        <TabChoice
          label={text('workbench_try_in')}
          tabId={tabId}
          onChoose={(id) => goTo(draftRoute(draft.record.key, id), true)}
        />
      )}
      <Tabs
        label={text('workbench_views')}
        tabs={views.map((id) => ({ id, label: text(`workbench_view_${id}`) }))}
        chosen={view}
        onChoose={choose}
      />
      <div id="tabpanel" role="tabpanel" aria-labelledby={`tab-${view}`} class="stack">
        {view === 'form' && <FormView draft={draft} reading={reading} trial={trial.trial} picker={picker} />}
        {view === 'json' && <JsonView draft={draft} reading={reading} place={place} />}
        {view === 'trace' && <TracePanel view={trial} hasTab={tabId !== undefined} />}
        {view === 'cases' && <CasesView draft={draft} definition={definition} tabId={tabId} />}
        {view === 'share' && (
          <ShareView draft={draft} definition={definition} onShow={(at) => choose('json', at)} />
        )}
      </div>
    </>
  );
}
