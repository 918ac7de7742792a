import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { freeAt, submissionsLeft } from '../../core/draft-submissions';
import { text } from '../../platform/i18n';
import { send } from '../../platform/send';
import { submissionsStore } from '../../platform/workbench-stores';
import type { Definition } from '../../protocol/definition';
import type { Submission } from '../../protocol/workbench';
import { dateAndTime } from '../../ui/format';
import { Problem } from '../../ui/problem';
import { textKey } from '../../ui/text-key';
import { useAction } from '../../ui/use-action';
import { useStored } from '../../ui/use-stored';
import { saveFile } from '../save-file';
import { connectorFile } from './connector-file';
import { submissionProblems } from './submission-checks';
import type { OpenDraft } from './use-draft';
import { useCaseRuns } from './use-case-runs';

/** Hands the connector in for everybody, or saves it as a file. A failure changes nothing in the draft. */
export function ShareView({ draft, definition }: { readonly draft: OpenDraft; readonly definition: Definition | undefined }): JSX.Element {
  const { cases } = draft.record;
  const runs = useCaseRuns(definition, cases);
  const log = useStored(submissionsStore);
  const action = useAction();
  const [answer, setAnswer] = useState<Submission>();
  const now = useNow();
  const problems = submissionProblems(definition, cases, runs);
  const free = log === undefined ? undefined : freeAt(log, now);
  const submit = () =>
    void action.run(async () => {
      if (definition === undefined) return;
      setAnswer(undefined);
      setAnswer(await send('connectors.submit', { name: definition.name, domains: [...definition.hosts], definition }));
    });
  return (
    <>
      <section class="card stack">
        <h3>{text('workbench_submit')}</h3>
        <p class="muted">{text('workbench_submit_hint')}</p>
        {problems.length > 0 && <ul class="bullets">{problems.map((problem) => <li key={problem}>{text(`workbench_check_${problem}`)}</li>)}</ul>}
        {log !== undefined && free === undefined && <p class="small muted">{text('workbench_left', submissionsLeft(log, now))}</p>}
        {free !== undefined && <p class="note wait" role="status">{text('workbench_limited', dateAndTime(free))}</p>}
        <div><button type="button" class="button main" disabled={problems.length > 0 || free !== undefined} aria-disabled={action.busy} onClick={submit}>{text('workbench_submit')}</button></div>
        {answer !== undefined && <Outcome answer={answer} />}
        <Problem message={action.error} />
      </section>
      <section class="card stack">
        <h3>{text('workbench_export')}</h3>
        <p class="muted">{text('workbench_export_hint')}</p>
        <div><button type="button" class="button" disabled={definition === undefined} onClick={() => definition && saveFile(`${definition.id}.matinee.json`, 'application/json', connectorFile(definition, cases))}>{text('common_save_file')}</button></div>
      </section>
    </>
  );
}

function Outcome({ answer }: { readonly answer: Submission }): JSX.Element {
  switch (answer.state) {
    case 'submitted':
      return <p class="note good" role="status">{text('workbench_submitted_ok')}</p>;
    case 'limited':
      return <p class="note wait" role="alert">{text(answer.by === 'tracker' ? 'workbench_limited_tracker' : 'workbench_limited', dateAndTime(answer.freeAt))}</p>;
    case 'refused': {
      if (answer.code === 'validation') return <p class="note bad" role="alert">{text('workbench_refused')} <span dir="auto">{answer.message}</span></p>;
      const key = textKey('error', answer.code);
      const known = text(key);
      return <p class="note bad" role="alert">{known === key ? text('error_unknown', answer.message) : known}</p>;
    }
  }
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
