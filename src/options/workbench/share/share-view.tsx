import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { freeAt, submissionsLeft } from '../../../core/workbench/submission-quota';
import { text } from '../../../platform/browser/i18n';
import { send } from '../../../platform/messaging/send';
import { submissionsStore } from '../../../platform/storage/submissions-store';
import type { Definition } from '../../../protocol/definition';
import type { Submission } from '../../../protocol/workbench';
import { dateAndTime } from '../../../ui/text/format';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import { useStored } from '../../../ui/hooks/use-stored';
import { saveFile } from '../../../ui/save-file';
import { connectorFile } from '../file/connector-file';
import { SubmissionOutcome } from './submission-outcome';
import { submissionProblems } from './submission-checks';
import type { OpenDraft } from '../draft/use-draft';
import { useCaseRuns } from '../cases/use-case-runs';

interface ShareViewProps {
  readonly draft: OpenDraft;
  readonly definition: Definition | undefined;
  /** Shows a place of the connector, such as `pages[0].item.title`. */
  readonly onShow: (path: string) => void;
}

/** Hands the connector in for everybody, or saves it as a file. A failure changes nothing in the draft. */
export function ShareView({ draft, definition, onShow }: ShareViewProps): JSX.Element {
  const { cases } = draft.record;
  const runs = useCaseRuns(definition, cases);
  const log = useStored(submissionsStore);
  const action = useAction();
  const [answer, setAnswer] = useState<Submission>();
  const now = useNow();
  const problems = submissionProblems(definition, cases, runs ?? []);
  const free = log === undefined ? undefined : freeAt(log, now);
  const submit = () =>
    void action.run(async () => {
      if (definition === undefined) return;
      setAnswer(undefined);
      setAnswer(
        await send('connectors.submit', {
          name: definition.name,
          domains: [...definition.hosts],
          definition,
        }),
      );
    });
  return (
    <>
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
        {log !== undefined && free === undefined && (
          <p class="small muted">{text('workbench_left', submissionsLeft(log, now))}</p>
        )}
        {free !== undefined && (
          <p class="note wait" role="status">
            {text(
              log !== undefined && log.blockedUntil > now ? 'workbench_limited_tracker' : 'workbench_limited',
              dateAndTime(free),
            )}
          </p>
        )}
        <div>
          <button
            type="button"
            class="button main"
            disabled={problems.length > 0 || free !== undefined}
            aria-disabled={action.busy}
            onClick={submit}
          >
            {text('workbench_submit')}
          </button>
        </div>
        {answer !== undefined && answer.state !== 'limited' && (
          <SubmissionOutcome answer={answer} onShow={onShow} />
        )}
        <Problem message={action.error} />
      </section>
      <section class="card stack">
        <h3>{text('workbench_export')}</h3>
        <p class="muted">{text('workbench_export_hint')}</p>
        <div>
          <button
            type="button"
            class="button"
            disabled={definition === undefined}
            onClick={() =>
              definition &&
              saveFile(`${definition.id}.matinee.json`, 'application/json', connectorFile(definition, cases))
            }
          >
            {text('common_save_file')}
          </button>
        </div>
      </section>
    </>
  );
}

/** The time, so that a wait ends without a click. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
