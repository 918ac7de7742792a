import type { JSX } from 'preact';
import { mostSteps, stepsOf } from '../../../core/workbench/draft-case';
import type { DraftCase } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import type { CaseRun } from './case-runner';
import { listText } from '../../../ui/text/format';
import { plural } from '../../../ui/text/plural';

interface CaseRowProps {
  readonly one: DraftCase;
  readonly run: CaseRun | undefined;
  /** False while the cases are being run. */
  readonly hasRun: boolean;
  readonly onRemove: () => void;
  /** Saves the page as it is now as the next step; `undefined` without a page. */
  readonly onAddStep: (() => void) | undefined;
}

/** One case: its result, its steps and what was saved. */
export function CaseRow({ one, run, hasRun, onRemove, onAddStep }: CaseRowProps): JSX.Element {
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
