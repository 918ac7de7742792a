import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { deepEqual } from '../../../core/values/deep-equal';
import type { RepairedField } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import { requestAccess } from '../../../platform/browser/page-access';
import { showTab } from '../../../platform/browser/tabs';
import { send } from '../../../platform/messaging/send';
import { repairsStore, ownConnectorsStore } from '../../../platform/storage/stores';
import { withProof } from '../../../protocol/definition/check-imported';
import type { CheckedDefinition } from '../../../protocol/definition/checked-definition';
import type { Definition } from '../../../protocol/definition/definition';
import type { Repair } from '../../../protocol/definition/with-repairs';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import { useStored } from '../../../ui/hooks/use-stored';
import type { TrialView } from '../trial/use-trial';
import type { PageFacts } from '../../../core/workbench/page-facts';
import { lastSeen } from '../page/ask-page';
import { pageIndex } from '../draft/draft-text';
import type { OpenDraft } from '../draft/use-draft';
import { ConnectorRequests } from '../list/connector-requests';
import { JustUsed } from './after-use';
import { accessOf } from '../draft/access-of';

type ApplyDraftProps = Readonly<{
  draft: OpenDraft;
  /** `undefined` while the draft is not valid. */
  definition: Definition | undefined;
  tabId: number | undefined;
  trial: TrialView;
  facts: PageFacts | undefined;
  /** Shown once the draft is in use. */
  children: ComponentChildren;
}>;

/** The button that puts the draft into use, and the one that shows the page. */
export function ApplyDraft(props: ApplyDraftProps): JSX.Element {
  const { definition, tabId, trial, children } = props;
  const { apply, undo, isApplied, isChanged, busy, error } = useApply(props);
  const problem = isApplied ? undefined : reasonOf(props);
  return (
    <>
      {definition !== undefined && !isApplied && props.draft.record.repairs === undefined && (
        <ConnectorRequests definition={definition} />
      )}
      <div class="row">
        <UseButton
          definition={definition}
          isApplied={isApplied}
          canUse={problem === undefined}
          busy={busy}
          onUse={apply}
        />
        {tabId !== undefined && (
          <button type="button" class="button" onClick={() => void showTab(tabId)}>
            {text('workbench_show_page')}
          </button>
        )}
        {isApplied && undo !== undefined && <JustUsed {...undo} />}
      </div>
      <p class="small" role="status">
        {noteText(problem, isChanged)}
      </p>
      <Problem message={error ?? trial.error} />
      {isApplied && children}
    </>
  );
}

function UseButton({
  definition,
  isApplied,
  canUse,
  busy,
  onUse,
}: Readonly<{
  definition: Definition | undefined;
  isApplied: boolean;
  canUse: boolean;
  busy: boolean;
  onUse: (definition: Definition) => void;
}>): JSX.Element {
  return (
    <button
      type="button"
      class="button main"
      disabled={definition === undefined || isApplied || !canUse}
      aria-disabled={busy}
      onClick={() => definition && onUse(definition)}
    >
      {text(isApplied ? 'workbench_in_use' : 'workbench_use')}
    </button>
  );
}

/** The text of a problem. `not_covered` has none here, because `CoveredPages` shows it. */
function noteText(problem: ReturnType<typeof reasonOf>, isChanged: boolean): string | undefined {
  if (problem === undefined) return isChanged ? text('workbench_changed') : undefined;
  return problem === 'untried' || problem === 'not_covered' ? undefined : text(`workbench_${problem}`);
}

/**
 * Why the draft may not be used now. `show_title`: the page showed the title before and need only show it
 * again.
 */
function reasonOf({ definition, trial, facts }: ApplyDraftProps) {
  const { againstUse } = trial;
  if (againstUse !== 'no_title' || definition === undefined) return againstUse;
  const item = ['pages', pageIndex(definition, trial.trial?.page), 'item'];
  const { title, seriesTitle } = lastSeen(definition, item, facts);
  return (seriesTitle ?? title) === undefined || trial.trial?.reading?.implausible === true
    ? againstUse
    : 'show_title';
}

type Undo = Parameters<typeof JustUsed>[0];

/** Puts a definition into use, after a request for access. The undo restores what was in use before. */
function useApply({ draft, definition }: ApplyDraftProps) {
  const { repairs } = draft.record;
  const own = useStored(ownConnectorsStore);
  const repaired = useStored(repairsStore);
  const { run, busy, error } = useAction();
  const [undo, setUndo] = useState<Undo>();
  const inUse = definition && usedBefore(definition, repairs, own ?? {}, repaired ?? {});
  const isApplied = definition !== undefined && deepEqual(inUse?.definition, definition);
  const use = async (id: string, next: CheckedDefinition | undefined) =>
    repairs === undefined ? useAsOwn(id, next) : useAsRepair(id, repairs, next);
  const apply = (next: Definition) => {
    if (busy) return;
    // Browsers accept a request for access only within the click, so nothing is awaited before it.
    const request = requestAccess(accessOf(next));
    void run(async () => {
      if (!(await request)) throw new Error(text('workbench_access_refused'));
      await use(next.id, withProof(next));
      setUndo({
        name: next.name,
        onUndo: () => void run(() => use(next.id, inUse)),
        onEnd: () => setUndo(undefined),
      });
    });
  };
  return { apply, undo, isApplied, isChanged: inUse !== undefined && !isApplied, busy, error };
}

type Own = Readonly<Record<string, CheckedDefinition>>;
type Repairs = Readonly<Record<string, Repair[]>>;

/** The definition that the draft replaces, or the draft itself if it is in use. */
function usedBefore(
  { id }: Definition,
  field: RepairedField | undefined,
  own: Own,
  repairs: Repairs,
): CheckedDefinition | undefined {
  return field === undefined ? own[id] : repairs[id]?.find((one) => isOf(one, field))?.checked;
}

function isOf(one: RepairedField, { page, field }: RepairedField): boolean {
  return one.page === page && one.field === field;
}

async function useAsOwn(id: string, next: CheckedDefinition | undefined): Promise<void> {
  await (next === undefined
    ? send('connectors.remove', { id })
    : send('connectors.save', { definition: next }));
}

/** Stores the draft as a repair of one field. The connector itself still gets updates. */
async function useAsRepair(
  id: string,
  of: RepairedField,
  next: CheckedDefinition | undefined,
): Promise<void> {
  const all = await repairsStore.get();
  const others = (all[id] ?? []).filter((one) => !isOf(one, of));
  await repairsStore.set({
    ...all,
    [id]: next === undefined ? others : [...others, { ...of, checked: next }],
  });
  await send('sites.refresh', {});
}
