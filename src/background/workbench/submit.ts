import {
  forgetAttempt,
  freeAt,
  rememberAttempt,
  type SubmissionLog,
} from '../../core/workbench/submission-quota';
import { defined } from '../../core/values/defined';
import { submissionsStore } from '../../platform/storage/submissions-store';
import type { Submission } from '../../protocol/workbench';
import { TrackerError, type TrackerErrorCode } from '../../tracker/tracker-error';
import { currentToken, refuseToken } from '../account/account';
import { tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';
import { createMutex } from '../context/mutex';
import { requireValidDefinition } from './require-valid-definition';

interface Input {
  readonly name: string;
  readonly domains: readonly string[];
  readonly definition: unknown;
}

/**
 * Submits a connector for review. The tracker allows five submissions an hour: a sixth is stopped here, and a
 * pause that the tracker requests is kept. A refusal is an answer, not an error. Rejects with
 * `invalid-definition`.
 */
export async function submitConnector(
  context: AppContext,
  { name, domains, definition }: Input,
): Promise<Submission> {
  const valid = requireValidDefinition(definition);
  const at = context.now();
  const stopped = await takeQuota(at);
  if (stopped !== undefined) return stopped;
  const token = await currentToken(context);
  try {
    const client = await tracker(context);
    const { id, url } = await client.submitConnector({
      name,
      domains: [...domains],
      definition: { ...valid },
    });
    return { state: 'submitted', ...defined({ id, url }) };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    if (error.code === 'unauthorized' && token !== undefined) await refuseToken(context, token);
    return refused(context, at, error);
  }
}

/**
 * Counts a submission before it is sent, since the worker may be stopped on the way and two pages may submit
 * at once. Returns why it may not be sent, if so.
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

async function refused(context: AppContext, at: number, error: TrackerError): Promise<Submission> {
  if (!MAYBE_ACCEPTED.includes(error.code)) await changeLog((log) => forgetAttempt(log, at));
  if (error.code !== 'rate-limited') return { state: 'refused', code: error.code, message: error.message };
  const blockedUntil = context.now() + (error.retryAfter ?? DEFAULT_PAUSE_SECONDS) * 1000;
  await changeLog((log) => ({ ...log, blockedUntil }));
  return { state: 'limited', freeAt: blockedUntil, by: 'tracker' };
}

/** Failures after which the tracker may have taken the submission all the same, so that it counts. */
const MAYBE_ACCEPTED: readonly TrackerErrorCode[] = ['timeout', 'malformed', 'server'];
/** For a 429 without `Retry-After`: a twelfth of the hour over which the tracker counts. */
const DEFAULT_PAUSE_SECONDS = 300;

const runExclusive = createMutex();

function changeLog(change: (log: SubmissionLog) => SubmissionLog): Promise<void> {
  return runExclusive(async () => submissionsStore.set(change(await submissionsStore.get())));
}
