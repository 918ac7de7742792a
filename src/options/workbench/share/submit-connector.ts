import { defined } from '../../../core/values/defined';
import type { DraftCase } from '../../../core/workbench/draft-record';
import {
  forgetAttempt,
  freeAt,
  rememberAttempt,
  type SubmissionLog,
} from '../../../core/workbench/submission';
import { send } from '../../../platform/messaging/send';
import { submissionsStore } from '../../../platform/storage/submissions-store';
import { withProof } from '../../../protocol/definition/check-imported';
import type { Definition } from '../../../protocol/definition/definition';
import { documentedSubmission } from '../../../protocol/tracker/documented-submission';
import type { Submission } from '../../../protocol/workbench';

/**
 * Submits a connector with its saved pages. The tracker allows five submissions an hour: a sixth is stopped
 * here, and a pause that the tracker requests is kept.
 */
export async function submitConnector(
  definition: Definition,
  cases: readonly DraftCase[],
): Promise<Submission> {
  const at = Date.now();
  const stopped = await takeQuota(at);
  if (stopped !== undefined) return stopped;
  const answer = await sendSubmission(definition, cases);
  return answer.state === 'refused' ? refused(answer, at) : answer;
}

/** Domains that API v1 takes; the definition names all hosts. */
const MOST_DOMAINS = 10;

type SubmissionAnswer = Exclude<Submission, Readonly<{ state: 'limited' }>>;

/** The worker chooses the form that the tracker knows. */
async function sendSubmission(
  definition: Definition,
  cases: readonly DraftCase[],
): Promise<SubmissionAnswer> {
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
 * Counts a submission before it is sent, since two pages may submit at once. Returns why it may not be sent,
 * if so.
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
/** For a 429 without `Retry-After`: a twelfth of the hour over which the tracker counts. */
const DEFAULT_PAUSE_SECONDS = 300;

async function changeLog(change: (log: SubmissionLog) => SubmissionLog): Promise<void> {
  await navigator.locks.request('submissions', async () =>
    submissionsStore.set(change(await submissionsStore.get())),
  );
}
