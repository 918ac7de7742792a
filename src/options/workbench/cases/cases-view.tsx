import type { JSX } from 'preact';
import {
  newCase,
  withStep,
  mostSteps,
  stepsOf,
  type KeptCase,
  type DraftCase,
} from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import type { Definition } from '../../../protocol/definition/definition';
import { MessageError } from '../../../platform/messaging/send';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import { listText } from '../../../ui/text/format';
import { plural } from '../../../ui/text/plural';
import type { OpenDraft } from '../draft/use-draft';
import { askPage } from '../page/ask-page';
import { type CaseRun, loadCaseRunner } from './case-runner';
import { useEffect, useState } from 'preact/hooks';
import { caseSchema } from '../../../protocol/connector-case';

type CasesViewProps = Readonly<{
  draft: OpenDraft;
  definition: Definition | undefined;
  tabId: number | undefined;
}>;

/**
 * The draft's test cases: saved pages and the values expected from them. All run again when the draft
 * changes.
 */
export function CasesView({ draft, definition, tabId }: CasesViewProps): JSX.Element {
  const { cases } = draft.record;
  const runs = useCaseRuns(definition, cases);
  const { keep, busy, error } = useKeepPage({ draft, definition, tabId });
  const canKeep = tabId !== undefined && definition !== undefined;
  const addStep = (to: number) =>
    keep((kept) => cases.map((other, index) => (index === to ? withStep(other, kept) : other)));
  return (
    <>
      <p class="small muted">{text('workbench_cases_hint')}</p>
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={!canKeep}
          aria-disabled={busy}
          onClick={() => keep((kept) => [...cases, newCase(kept, cases)])}
        >
          {text('workbench_keep_case')}
        </button>
      </div>
      {tabId === undefined && <p class="small muted">{text('workbench_trace_no_tab')}</p>}
      <Problem message={error} />
      {cases.length > 0 && (
        <ul class="card rows">
          {cases.map((one, index) => (
            <CaseRow
              key={one.name}
              one={one}
              run={runs?.[index]}
              hasRun={runs !== undefined}
              onRemove={() => draft.setCases(cases.filter((_, other) => other !== index))}
              onAddStep={canKeep ? () => addStep(index) : undefined}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Saves the page in the tab and adds it to the cases. */
function useKeepPage({ draft, definition, tabId }: CasesViewProps) {
  const { run, busy, error } = useAction();
  const keep = (add: (kept: KeptCase) => DraftCase[]) =>
    void run(async () => {
      if (tabId === undefined || definition === undefined || busy) return;
      const kept = await askPage(tabId, { kind: 'snapshot', definition });
      if (kept.case.expect.degraded === true) throw new MessageError('limited-reading', '');
      draft.setCases(add(kept));
    });
  return { keep, busy, error };
}

type CaseRowProps = Readonly<{
  one: DraftCase;
  run: CaseRun | undefined;
  /** False while the cases are being run. */
  hasRun: boolean;
  onRemove: () => void;
  /** Saves the current page as the next step; `undefined` without a page. */
  onAddStep: (() => void) | undefined;
}>;

/** One case: its result, its steps and what was saved. */
function CaseRow({ one, run, hasRun, onRemove, onAddStep }: CaseRowProps): JSX.Element {
  const steps = stepsOf(one);
  return (
    <li class="stack tight">
      <div class="row case-line">
        <strong class="grow">
          <bdi>{one.name}</bdi>
        </strong>
        {steps > 1 && <span class="tag">{plural('workbench_case_steps', steps)}</span>}
        <Outcome run={run} hasRun={hasRun} />
        <button
          type="button"
          class="button small"
          aria-label={`${text('common_remove')}: ${one.name}`}
          onClick={onRemove}
        >
          {text('common_remove')}
        </button>
      </div>
      {onAddStep !== undefined && steps <= mostSteps && (
        <div>
          <button type="button" class="link small" onClick={onAddStep}>
            {text('workbench_keep_step')}
          </button>
        </div>
      )}
      <details class="small">
        <summary>{text('workbench_case_show')}</summary>
        <pre class="code" dir="ltr" tabIndex={0}>
          {savedText(one)}
        </pre>
      </details>
    </li>
  );
}

function Outcome({ run, hasRun }: Pick<CaseRowProps, 'run' | 'hasRun'>): JSX.Element | null {
  if (run === undefined) return hasRun ? <span class="tag bad">{text('workbench_case_unknown')}</span> : null;
  return (
    <span class={`tag ${run.passed ? 'good' : 'bad'}`}>
      {run.passed ? text('workbench_case_passed') : text('workbench_case_failed', listText(run.differs))}
    </span>
  );
}

function savedText({ case: one, html, pages }: DraftCase): string {
  return [JSON.stringify(one, undefined, 2), html, ...Object.values(pages ?? {})].join('\n\n');
}

/**
 * Runs each case with this definition, again on each change. `undefined` until all have run. The result of a
 * case that cannot be run is `undefined`.
 */
export function useCaseRuns(
  definition: Definition | undefined,
  cases: DraftCase[],
): (CaseRun | undefined)[] | undefined {
  const [runs, setRuns] = useState<(CaseRun | undefined)[]>();
  const key = JSON.stringify([
    definition,
    cases.map(({ name, case: one, html, pages }) => [name, one, html, pages]),
  ]);
  useEffect(() => {
    if (definition === undefined || cases.length === 0) {
      setRuns(undefined);
      return undefined;
    }
    let current = true;
    void runAll(definition, cases).then(
      (all) => current && setRuns(all),
      () => current && setRuns(cases.map(() => undefined)),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return runs;
}

async function runAll(definition: Definition, cases: DraftCase[]): Promise<(CaseRun | undefined)[]> {
  const run = await loadCaseRunner();
  return Promise.all(
    cases.map(async ({ case: one, html, pages }) => {
      const parsed = caseSchema.safeParse(one);
      // A case that the reader rejects must not stop the others.
      return parsed.success ? run(definition, parsed.data, html, pages).catch(() => undefined) : undefined;
    }),
  );
}
