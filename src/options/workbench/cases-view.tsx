import type { JSX } from 'preact';
import { valueAt } from '../../core/draft-document';
import type { DraftCase } from '../../core/draft-record';
import { text } from '../../platform/i18n';
import { send } from '../../platform/send';
import type { Definition } from '../../protocol/definition';
import { Problem } from '../../ui/problem';
import { useAction } from '../../ui/use-action';
import type { OpenDraft } from './use-draft';
import { useCaseRuns } from './use-case-runs';

/** Pages that were kept, with what must be read from them; all run again on each change. */
export function CasesView({ draft, definition, tabId }: { readonly draft: OpenDraft; readonly definition: Definition | undefined; readonly tabId: number | undefined }): JSX.Element {
  const { cases } = draft.record;
  const runs = useCaseRuns(definition, cases);
  const action = useAction();
  const keep = () =>
    void action.run(async () => {
      if (tabId === undefined || definition === undefined) return;
      const answer = await send('workbench.ask', { tabId, question: { kind: 'snapshot', definition } });
      if (answer.kind !== 'snapshot') return;
      const { html, case: one } = answer.snapshot;
      draft.setCases([...cases, { name: freeName(named(valueAt(one, ['covers'])), cases), html, case: one }]);
    });
  return (
    <>
      <p class="small muted">{text('workbench_cases_hint')}</p>
      <div class="row"><button type="button" class="button" disabled={tabId === undefined || definition === undefined} aria-disabled={action.busy} onClick={keep}>{text('workbench_keep_case')}</button></div>
      <Problem message={action.error} />
      {cases.length > 0 && (
        <ul class="card rows">
          {cases.map((one, index) => {
            const run = runs[index];
            return (
              <li key={one.name} class="stack tight">
                <div class="row">
                  <strong class="grow">{one.name}</strong>
                  {run !== undefined && <span class={`tag ${run.passed ? 'good' : 'bad'}`}>{run.passed ? text('workbench_case_passed') : text('workbench_case_failed', run.differs.join(', '))}</span>}
                  <button type="button" class="button small" onClick={() => draft.setCases(cases.filter((_, at) => at !== index))}>{text('common_remove')}</button>
                </div>
                <details class="small"><summary>{text('workbench_case_show')}</summary><pre class="code" dir="ltr" tabIndex={0}>{JSON.stringify(one.case, undefined, 2)}{'\n\n'}{one.html}</pre></details>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : 'page';
}

function freeName(base: string, cases: readonly DraftCase[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!cases.some((one) => one.name === name)) return name;
  }
}
