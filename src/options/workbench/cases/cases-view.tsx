import type { JSX } from 'preact';
import { mostSteps, newCase, stepsOf, withStep, type KeptCase } from '../../../core/workbench/draft-case';
import type { DraftCase } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import { send } from '../../../platform/messaging/send';
import type { Definition } from '../../../protocol/definition';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import type { OpenDraft } from '../draft/use-draft';
import type { CaseRun } from './case-runner';
import { useCaseRuns } from './use-case-runs';

/** Pages that were kept, with what must be read from them; all run again on each change. */
export function CasesView({
  draft,
  definition,
  tabId,
}: {
  readonly draft: OpenDraft;
  readonly definition: Definition | undefined;
  readonly tabId: number | undefined;
}): JSX.Element {
  const { cases } = draft.record;
  const runs = useCaseRuns(definition, cases);
  const action = useAction();
  const cannotKeep = tabId === undefined || definition === undefined;
  const keep = (add: (kept: KeptCase) => readonly DraftCase[]) =>
    void action.run(async () => {
      if (tabId === undefined || definition === undefined || action.busy) return;
      const answer = await send('workbench.ask', { tabId, question: { kind: 'snapshot', definition } });
      if (answer.kind === 'snapshot') draft.setCases(add(answer.snapshot));
    });
  return (
    <>
      <p class="small muted">{text('workbench_cases_hint')}</p>
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={cannotKeep}
          aria-disabled={action.busy}
          onClick={() => keep((kept) => [...cases, newCase(kept, cases)])}
        >
          {text('workbench_keep_case')}
        </button>
      </div>
      {tabId === undefined && <p class="small muted">{text('workbench_trace_no_tab')}</p>}
      <Problem message={action.error} />
      {cases.length > 0 && (
        <ul class="card rows">
          {cases.map((one, index) => (
            <li key={one.name} class="stack tight">
              <div class="row case-line">
                <strong class="grow">
                  <bdi>{one.name}</bdi>
                </strong>
                {stepsOf(one) > 1 && <span class="tag">{text('workbench_case_steps', stepsOf(one))}</span>}
                <Outcome run={runs?.[index]} done={runs !== undefined} />
                <button
                  type="button"
                  class="button small"
                  aria-label={`${text('common_remove')}: ${one.name}`}
                  onClick={() => draft.setCases(cases.filter((_, at) => at !== index))}
                >
                  {text('common_remove')}
                </button>
              </div>
              {!cannotKeep && stepsOf(one) <= mostSteps && (
                <div>
                  <button
                    type="button"
                    class="link small"
                    onClick={() =>
                      keep((kept) => cases.map((other, at) => (at === index ? withStep(other, kept) : other)))
                    }
                  >
                    {text('workbench_keep_step')}
                  </button>
                </div>
              )}
              <details class="small">
                <summary>{text('workbench_case_show')}</summary>
                <pre class="code" dir="ltr" tabIndex={0}>
                  {[JSON.stringify(one.case, undefined, 2), one.html, ...Object.values(one.pages ?? {})].join(
                    '\n\n',
                  )}
                </pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Outcome({
  run,
  done,
}: {
  readonly run: CaseRun | undefined;
  readonly done: boolean;
}): JSX.Element | null {
  if (run === undefined) return done ? <span class="tag bad">{text('workbench_case_unknown')}</span> : null;
  return (
    <span class={`tag ${run.passed ? 'good' : 'bad'}`}>
      {run.passed ? text('workbench_case_passed') : text('workbench_case_failed', run.differs.join(', '))}
    </span>
  );
}
