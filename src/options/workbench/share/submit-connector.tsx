import { defined } from '../../../core/values/defined';
import type { DraftCase } from '../../../core/workbench/draft-record';
import {
  ENOUGH_TITLES,
  forgetAttempt,
  freeAt,
  rememberAttempt,
  type SubmissionLog,
  refusedField,
} from '../../../core/workbench/submission';
import { send } from '../../../platform/messaging/send';
import { submissionsStore } from '../../../platform/storage/workbench-stores';
import { withProof } from '../../../protocol/definition/check-imported';
import type { Definition, Source } from '../../../protocol/definition/definition';
import { documentedSubmission } from '../../../protocol/tracker/documented-submission';
import type { Submission } from '../../../protocol/workbench';
import { valueAt } from '../../../core/workbench/draft-history';
import { isHashedName } from '../../../core/workbench/source-ranking';
import type { CaseRun } from '../cases/case-runner';
import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import { codeText } from '../../../ui/text/error-text';

/**
 * Submits a connector with its saved pages. The tracker allows five submissions an hour, so the sixth is
 * stopped here. A pause that the tracker requests is kept.
 */
export async function submitConnector(definition: Definition, cases: DraftCase[]): Promise<Submission> {
  const at = Date.now();
  const stopped = await takeQuota(at);
  if (stopped !== undefined) return stopped;
  const answer = await sendSubmission(definition, cases);
  return answer.state === 'refused' ? refused(answer, at) : answer;
}

/** Maximum number of domains that API v1 accepts. The definition still names all hosts. */
const MOST_DOMAINS = 10;

type SubmissionAnswer = Exclude<Submission, Readonly<{ state: 'limited' }>>;

/** Sends both forms of a submission. The worker chooses the one that the tracker knows. */
async function sendSubmission(definition: Definition, cases: DraftCase[]): Promise<SubmissionAnswer> {
  const { name, hosts } = definition;
  const submission = { name, domains: hosts.slice(0, MOST_DOMAINS), definition: withProof(definition) };
  const pages = cases.map(({ name: case_, html, case: one, pages: steps }) =>
    defined({ name: case_, html, case: one, pages: steps }),
  );
  const documented = documentedSubmission({ name, domains: [...hosts], definition: { ...definition } });
  const all = pages.length > 0 ? pages : undefined;
  return send('connectors.submit', defined({ ...submission, documented, cases: all }));
}

/**
 * Counts a submission before it is sent, because two pages may submit at once. Returns the reason if it may
 * not be sent.
 */
async function takeQuota(at: number): Promise<Submission | undefined> {
  let stopped: Submission | undefined;
  await changeLog((log) => {
    const free = freeAt(log, at);
    if (free !== undefined)
      stopped = { state: 'limited', freeAt: free, by: log.blockedUntil > at ? 'tracker' : 'count' };
    return free === undefined ? rememberAttempt(log, at) : log;
  });
  return stopped;
}

async function refused(
  answer: Extract<SubmissionAnswer, { state: 'refused' }>,
  at: number,
): Promise<Submission> {
  if (!MAYBE_ACCEPTED.has(answer.code)) await changeLog((log) => forgetAttempt(log, at));
  if (answer.code !== 'rate-limited') return answer;
  const blockedUntil = Date.now() + (answer.retryAfter ?? DEFAULT_PAUSE_SECONDS) * 1000;
  await changeLog((log) => ({ ...log, blockedUntil }));
  return { state: 'limited', freeAt: blockedUntil, by: 'tracker' };
}

/** Failures after which the tracker may still have stored the submission, so it counts. */
const MAYBE_ACCEPTED: ReadonlySet<string> = new Set(['timeout', 'malformed', 'server']);

/** Pause after a 429 without `Retry-After`: a twelfth of the hour over which the tracker counts. */
const DEFAULT_PAUSE_SECONDS = 300;

async function changeLog(change: (log: SubmissionLog) => SubmissionLog): Promise<void> {
  await navigator.locks.request('submissions', async () =>
    submissionsStore.set(change(await submissionsStore.get())),
  );
}

/** Why a definition cannot be submitted; `workbench_check_<name>` is the key of its text. */
export type SubmissionProblem = 'invalid' | 'second' | 'differs' | 'case' | 'fragile' | 'hosts';

/**
 * Finds everything that prevents a submission. `runs` is `undefined` until the cases have run; until then,
 * their results are no problem.
 */
export function submissionProblems(
  definition: Definition | undefined,
  cases: DraftCase[],
  runs: (CaseRun | undefined)[] | undefined,
  seen: string[],
): SubmissionProblem[] {
  if (definition === undefined) return ['invalid'];
  const problems: SubmissionProblem[] = [];
  if (seen.length < ENOUGH_TITLES && titlesOf(cases).size < ENOUGH_TITLES) problems.push('second');
  if (differingCases(cases, runs).length > 0) problems.push('differs');
  else if (cases.length === 0) problems.push('case');
  else if (runs !== undefined && !cases.some((one, index) => provesReading(one, runs[index])))
    problems.push('case');
  if (fragileFields(definition).length > 0) problems.push('fragile');
  if (definition.hosts.some((host) => !host.includes('.'))) problems.push('hosts');
  return problems;
}

/** Names of the cases whose reading differs from the expected values. */
export function differingCases(cases: DraftCase[], runs: (CaseRun | undefined)[] | undefined): string[] {
  return cases.flatMap(({ name }, index) => (runs?.[index]?.passed === false ? [name] : []));
}

/** Fields whose sources all depend on generated class names or ids, which the site's next build changes. */
export function fragileFields({ pages }: Definition): string[] {
  return pages.flatMap(({ item }) => {
    const { ids: _, ...fields } = item;
    return Object.entries(fields).flatMap(([name, sources]) =>
      sources !== undefined && sources.every(isFragile) ? [name] : [],
    );
  });
}

/** The different titles that the cases expect. A case proves a title as well as a page in a tab does. */
function titlesOf(cases: DraftCase[]): ReadonlySet<string> {
  const items = cases.map((one) => JSON.stringify(valueAt(one.case, ['expect', 'item'])));
  return new Set(items.filter((item: string | undefined) => item !== undefined));
}

/**
 * Whether a case passes with a film or an episode. A case without an item only proves that nothing is read.
 */
function provesReading(one: DraftCase, run: CaseRun | undefined): boolean {
  // A degraded reading comes from substitutes and says nothing about the definition's own sources.
  if (valueAt(one.case, ['expect', 'degraded']) === true) return false;
  return run?.passed === true && ['movie', 'episode'].includes(String(run.item['type']));
}

function isFragile(source: Source): boolean {
  const names = [...selectorOf(source).matchAll(/[.#]([\w-]+)/g)].map(([, name = '']) => name);
  return names.some(isHashedName);
}

/** The selector of a source; empty for kinds without one. */
function selectorOf(source: Source): string {
  if ('text' in source) return source.text;
  if ('attribute' in source) return source.attribute;
  // A scan has a selector too, but it finds its element by the form of the text.
  if ('scan' in source) return '';
  return 'exists' in source ? source.exists : '';
}

type SubmissionOutcomeProps = Readonly<{
  /** `QuotaLine` shows a submission over the quota. */
  answer: Exclude<Submission, Readonly<{ state: 'limited' }>>;
  /** Shows a place of the connector, such as `pages[0].item.title`. */
  onShow: (path: string) => void;
}>;

/** Shows the tracker's answer to a submission: for a refusal, the reason and the place to correct. */
export function SubmissionOutcome({ answer, onShow }: SubmissionOutcomeProps): JSX.Element {
  if (answer.state === 'submitted')
    return (
      <p class="note good" role="status">
        {text('workbench_submitted_ok')}
      </p>
    );
  const { code, message } = answer;
  return (
    <div class="note bad stack tight" role="alert">
      {code === 'validation' ? (
        <Mistake message={message} onShow={onShow} />
      ) : (
        <p>{reasonText(code, message)}</p>
      )}
      <p class="small">{text('workbench_draft_kept')}</p>
      {code === 'unauthorized' && (
        <div>
          <a class="button small" href="#/account">
            {text('repair_sign_in')}
          </a>
        </div>
      )}
    </div>
  );
}

function Mistake({
  message,
  onShow,
}: Pick<SubmissionOutcomeProps, 'onShow'> & Readonly<{ message: string }>): JSX.Element {
  const field = refusedField(message);
  return (
    <>
      <p>
        {text('workbench_refused')}{' '}
        {field !== undefined && (
          <strong>
            {text(`workbench_part_${field.part}`)} {field.path !== '' && <code dir="ltr">{field.path}</code>}
          </strong>
        )}
      </p>
      <p dir="auto">{message}</p>
      {field !== undefined && (
        <div>
          <button type="button" class="button small" onClick={() => onShow(placeInDefinition(field))}>
            {text('workbench_show_place')}
          </button>
        </div>
      )}
    </>
  );
}

/**
 * The path in the definition of a refused field. A submission's name and domains are copies of the
 * definition's `name` and `hosts`.
 */
function placeInDefinition({ part, path }: NonNullable<ReturnType<typeof refusedField>>): string {
  if (part === 'definition') return path;
  return part === 'name' ? 'name' : `hosts${path}`;
}

function reasonText(code: string, message: string): string {
  if (code === 'forbidden') return text('workbench_refused_account');
  return codeText(code) ?? text('error_unknown', message);
}
