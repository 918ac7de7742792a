import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DraftCase } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';
import type { Definition } from '../../../protocol/definition/definition';
import type { Submission } from '../../../protocol/workbench';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import { saveFile } from '../../../ui/save-file';
import { dateAndTime, listText } from '../../../ui/text/format';
import { plural } from '../../../ui/text/plural';
import { freeAt, submissionsLeft } from '../../../core/workbench/submission';
import { submissionsStore } from '../../../platform/storage/workbench-stores';
import { useStored } from '../../../ui/hooks/use-stored';
import { useCaseRuns } from '../cases/cases-view';
import type { OpenDraft } from '../draft/use-draft';
import { connectorFile } from '../file/connector-file';
import {
  differingCases,
  submissionProblems,
  type SubmissionProblem,
  submitConnector,
  SubmissionOutcome,
} from './submit-connector';

/** Milliseconds between two computations of the quota, so that the end of a wait is shown without a click. */
const REFRESH_INTERVAL = 5_000;

type ShareViewProps = Readonly<{
  draft: OpenDraft;
  definition: Definition | undefined;
  /** Shows a place of the connector, such as `pages[0].item.title`. */
  onShow: (path: string) => void;
  /** Shows the test cases. */
  onCases: () => void;
}>;

/** Submits the connector to the tracker or saves it as a file. Neither changes the draft. */
export function ShareView(props: ShareViewProps): JSX.Element {
  return (
    <>
      <Submit {...props} />
      <Export {...props} />
    </>
  );
}

/** Sends the connector with its saved pages, once no problem is left. */
export function Submit({ draft, definition, onShow, onCases }: ShareViewProps): JSX.Element {
  const { cases } = draft.record;
  const runs = useCaseRuns(definition, cases);
  const quota = useQuota();
  const { submit, answer, isSubmitted, busy, error } = useSubmit(definition, cases);
  const problems = submissionProblems(definition, cases, runs, draft.record.seen ?? []);
  const isPossible = runs !== undefined && problems.length === 0 && quota?.freeAt === undefined;
  return (
    <section class="card stack">
      <h3>{text('workbench_submit')}</h3>
      <p class="muted">{text('workbench_submit_hint')}</p>
      <Problems problems={problems} names={differingCases(cases, runs)} onCases={onCases} />
      <QuotaLine quota={quota} />
      <div>
        <button
          type="button"
          class="button main"
          disabled={isSubmitted || !isPossible}
          aria-disabled={busy}
          onClick={submit}
        >
          {text(isSubmitted ? 'workbench_sent_for_review' : 'workbench_submit')}
        </button>
      </div>
      {answer !== undefined && answer.state !== 'limited' && (
        <SubmissionOutcome answer={answer} onShow={onShow} />
      )}
      <Problem message={error} />
    </section>
  );
}

/** Lists the remaining problems. `names`: the test cases that differ. */
function Problems({
  problems,
  names,
  onCases,
}: Pick<ShareViewProps, 'onCases'> &
  Readonly<{
    problems: SubmissionProblem[];
    names: string[];
  }>): JSX.Element | null {
  if (problems.length === 0) return null;
  return (
    <ul class="bullets">
      {problems.map((problem) => (
        <li key={problem}>
          {text(`workbench_check_${problem}`, listText(names))}{' '}
          {problem === 'differs' && (
            <button type="button" class="link" onClick={onCases}>
              {text('workbench_view_cases')}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Definitions and cases, as JSON, that were submitted while this page was open. */
const submitted = new Set<string>();

function useSubmit(definition: Definition | undefined, cases: DraftCase[]) {
  const [answer, setAnswer] = useState<Submission>();
  const { run, busy, error } = useAction();
  const content = JSON.stringify([definition, cases]);
  const submit = () =>
    void run(async () => {
      if (definition === undefined) return;
      setAnswer(undefined);
      const next = await submitConnector(definition, cases);
      if (next.state === 'submitted') submitted.add(content);
      setAnswer(next);
    });
  return { submit, answer, isSubmitted: submitted.has(content), busy, error };
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

type Quota = Readonly<{
  left: number;
  /** When the next submission is possible, in milliseconds since 1970. `undefined`: now. */
  freeAt: number | undefined;
  /** The tracker asked for the wait; it is not the extension's own quota. */
  byTracker: boolean;
}>;

/** The quota, computed again while the page is open. `undefined` until the earlier submissions are read. */
function useQuota(): Quota | undefined {
  const log = useStored(submissionsStore);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_INTERVAL);
    return () => clearInterval(timer);
  }, []);
  if (log === undefined) return undefined;
  return { left: submissionsLeft(log, now), freeAt: freeAt(log, now), byTracker: log.blockedUntil > now };
}

/** How many submissions are left, or when the next one is possible. */
function QuotaLine({ quota }: Readonly<{ quota: Quota | undefined }>): JSX.Element | null {
  if (quota === undefined) return null;
  if (quota.freeAt === undefined) return <p class="small muted">{plural('workbench_left', quota.left)}</p>;
  const key = quota.byTracker ? 'workbench_limited_tracker' : 'workbench_limited';
  return (
    <p class="note wait" role="status">
      {text(key, dateAndTime(quota.freeAt))}
    </p>
  );
}
