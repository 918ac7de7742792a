import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DraftCase } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import type { Definition } from '../../../protocol/definition/definition';
import type { Submission } from '../../../protocol/workbench';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import { saveFile } from '../../../ui/save-file';
import { useCaseRuns } from '../cases/use-case-runs';
import type { OpenDraft } from '../draft/use-draft';
import { connectorFile } from '../file/connector-file';
import { QuotaLine, useQuota } from './submission-quota';
import { submissionProblems } from './submission-checks';
import { SubmissionOutcome } from './submission-outcome';
import { submitConnector } from './submit-connector';

interface ShareViewProps {
  readonly draft: OpenDraft;
  readonly definition: Definition | undefined;
  /** Shows a place of the connector, such as `pages[0].item.title`. */
  readonly onShow: (path: string) => void;
}

/** Submits the connector to the tracker or saves it as a file. Neither changes the draft. */
export function ShareView(props: ShareViewProps): JSX.Element {
  return (
    <>
      <Submit {...props} />
      <Export {...props} />
    </>
  );
}

/** Sends the connector with its saved pages, once nothing is left to do before. */
export function Submit({ draft, definition, onShow }: ShareViewProps): JSX.Element {
  const { cases } = draft.record;
  const runs = useCaseRuns(definition, cases);
  const quota = useQuota();
  const { submit, answer, busy, error } = useSubmit(definition, cases);
  const problems = submissionProblems(definition, cases, runs ?? [], draft.record.seen ?? []);
  return (
    <section class="card stack">
      <h3>{text('workbench_submit')}</h3>
      <p class="muted">{text('workbench_submit_hint')}</p>
      {problems.length > 0 && (
        <ul class="bullets">
          {problems.map((problem) => (
            <li key={problem}>{text(`workbench_check_${problem}`)}</li>
          ))}
        </ul>
      )}
      <QuotaLine quota={quota} />
      <div>
        <button
          type="button"
          class="button main"
          disabled={problems.length > 0 || quota?.freeAt !== undefined}
          aria-disabled={busy}
          onClick={submit}
        >
          {text('workbench_submit')}
        </button>
      </div>
      {answer !== undefined && answer.state !== 'limited' && (
        <SubmissionOutcome answer={answer} onShow={onShow} />
      )}
      <Problem message={error} />
    </section>
  );
}

function useSubmit(definition: Definition | undefined, cases: readonly DraftCase[]) {
  const [answer, setAnswer] = useState<Submission>();
  const { run, busy, error } = useAction();
  const submit = () =>
    void run(async () => {
      if (definition === undefined) return;
      setAnswer(undefined);
      setAnswer(await submitConnector(definition, cases));
    });
  return { submit, answer, busy, error };
}

function Export({ draft, definition }: ShareViewProps): JSX.Element {
  const save = ({ id }: Definition, content: string) =>
    saveFile(`${id}.matinee.json`, 'application/json', content);
  return (
    <section class="card stack">
      <h3>{text('workbench_export')}</h3>
      <p class="muted">{text('workbench_export_hint')}</p>
      <div>
        <button
          type="button"
          class="button"
          disabled={definition === undefined}
          onClick={() => definition && save(definition, connectorFile(definition, draft.record))}
        >
          {text('common_save_file')}
        </button>
      </div>
    </section>
  );
}
