import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { Empty } from '../../../ui/components/problem';
import { Loading } from '../../../ui/components/loading';
import { Tabs } from '../../../ui/components/tabs';
import type { ToastContent } from '../../../ui/components/toast';
import { errorText } from '../../../ui/text/error-text';
import { Icon } from '../../../ui/components/icon';
import { CasesView } from '../cases/cases-view';
import { draftRoute, goTo, useDraft, type OpenDraft } from '../draft/use-draft';
import { readDraft } from '../draft/draft-text';
import { FormView } from '../form/form-view';
import { JsonView } from '../json/json-view';
import { ShareView, Submit } from '../share/share-view';
import { TabChoice } from '../teach/tab-choice';
import { useFound } from '../page/ask-page';
import { TeachPanel } from '../teach/teach-panel';
import { usePicker } from '../teach/use-picker';
import { TracePanel } from '../trial/trace-panel';
import { isReady, useTrial } from '../trial/use-trial';
import { AfterUse } from './after-use';
import { ApplyDraft } from './apply-draft';

type DraftViewProps = Readonly<{
  draftKey: string;
  /** The tab in which the draft is tried. */
  tabId: number | undefined;
  onToast: (toast: ToastContent) => void;
}>;

/** The editor of a stored draft. */
export function DraftView({ draftKey, ...props }: DraftViewProps): JSX.Element {
  const draft = useDraft(draftKey);
  if (draft === undefined) return <Loading />;
  if (draft === null)
    return (
      <Empty title={text('workbench_gone')}>
        <a href="#/connectors">{text('workbench_back')}</a>
      </Empty>
    );
  return <Editor draft={draft} {...props} />;
}

type EditorProps = Omit<DraftViewProps, 'draftKey'> & Readonly<{ draft: OpenDraft }>;

/** Shows what the draft reads from the page now, and below it the views that change the draft. */
function Editor({ draft, tabId, onToast }: EditorProps): JSX.Element {
  const { reading, definition, trial, facts } = useReadings(draft, tabId);
  const picker = usePicker(tabId, definition, (error) => onToast({ message: errorText(error) }));
  const [{ view, place }, setShown] = useState<Readonly<{ view: DraftPart; place?: string }>>({
    view: 'form',
  });
  const showPlace = (path: string) => setShown({ view: 'json', place: path });
  const onCases = () => showTabOf('cases', setShown);
  const submission = { draft, definition, onShow: showPlace, onCases };
  const views: Readonly<Record<DraftPart, () => JSX.Element>> = {
    form: () => <FormView draft={draft} reading={reading} trial={trial.trial} picker={picker} />,
    json: () => <JsonView draft={draft} reading={reading} place={place} />,
    trace: () => <TracePanel view={trial} hasTab={tabId !== undefined} />,
    cases: () => <CasesView draft={draft} definition={definition} tabId={tabId} />,
    share: () => <ShareView {...submission} />,
  };
  const submit = view !== 'share' && <Submit {...submission} />;
  return (
    <>
      <EditorBar draft={draft} />
      <TeachPanel {...{ draft, reading, trial, tabId, picker, facts }}>
        <ApplyDraft {...{ draft, definition, tabId, trial, facts }}>
          {tabId === undefined ? (
            submit
          ) : (
            <AfterUse {...{ draft, definition, tabId }} trial={trial.trial}>
              {submit}
            </AfterUse>
          )}
        </ApplyDraft>
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
        tabs={VIEWS.map((id) => ({ id, label: text(`workbench_view_${id}`) }))}
        chosen={view}
        onChoose={(next) => setShown({ view: next })}
      />
      <div id="tabpanel" role="tabpanel" aria-labelledby={`tab-${view}`} class="stack">
        {views[view]()}
      </div>
    </>
  );
}

/** Shows a view and moves the focus to its tab. */
function showTabOf(view: DraftPart, setShown: (shown: Readonly<{ view: DraftPart }>) => void): void {
  setShown({ view });
  document.querySelector<HTMLElement>(`#tab-${view}`)?.focus();
}

/**
 * The draft's definition, what it reads in the tab, and what the page states as long as it reads no title.
 */
function useReadings(draft: OpenDraft, tabId: number | undefined) {
  const reading = readDraft(draft.document.text);
  const definition = reading.state === 'good' ? reading.definition : undefined;
  const isRepair = draft.record.repairs !== undefined;
  const trial = useTrial(tabId, definition, isRepair);
  const isRead = trial.trial !== undefined && isReady(trial.trial);
  return { reading, definition, trial, facts: useFound(tabId, !isRepair && !isRead) };
}

const VIEWS = ['form', 'json', 'trace', 'cases', 'share'] as const;
type DraftPart = (typeof VIEWS)[number];

/** A link back to the list, and the buttons for undo and redo. */
function EditorBar({ draft }: Readonly<{ draft: OpenDraft }>): JSX.Element {
  return (
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
          {text('common_undo')}
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
  );
}
