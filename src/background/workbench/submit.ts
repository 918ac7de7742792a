import {
  forgetAttempt,
  freeAt,
  rememberAttempt,
  type SubmissionLog,
} from '../../core/workbench/submission-quota';
import { submissionsStore } from '../../platform/storage/submissions-store';
import type { Submission } from '../../protocol/workbench';
import { TrackerError } from '../../tracker/tracker-error';
import { currentToken, refuseToken } from '../account/account';
import { createMutex } from '../context/mutex';
import { tracker } from '../account/tracker-client';
import { requireValidDefinition } from './ask-page';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

interface Input {
  readonly name: string;
  readonly domains: readonly string[];
  readonly definition: unknown;
}

/**
 * Hands a connector in for review. The tracker allows five an hour: a sixth is stopped here, before it is sent; and when
 * the tracker itself asks for a pause, its word counts. What came of it is an answer, never an error: nothing is lost.
 */
export async function submitConnector(
  context: AppContext,
  { name, domains, definition }: Input,
): Promise<Submission> {
  const good = requireValidDefinition(definition);
  const at = context.now();
  const stopped = await countFirst(at);
  if (stopped !== undefined) return stopped;
  const token = await currentToken(context);
  try {
    const record = await (
      await tracker(context)
    ).submitConnector({ name, domains: [...domains], definition: { ...good } });
    return {
      state: 'submitted',
      ...defined({ id: record.id, url: record.url }),
    };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    if (error.code === 'unauthorized' && token !== undefined) await refuseToken(context, token);
    return refused(context, at, error);
  }
}

/** Counts before it is sent: the worker may die on the way, and two pages may hand in at the same moment. */
async function countFirst(at: number): Promise<Submission | undefined> {
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
  // Without an answer that can be understood the tracker may have taken it, so it goes on counting.
  if (!['timeout', 'malformed', 'server'].includes(error.code))
    await changeLog((log) => forgetAttempt(log, at));
  if (error.code !== 'rate-limited') return { state: 'refused', code: error.code, message: error.message };
  // Without a time of its own: a twelfth of an hour later there may be room again.
  const blockedUntil = context.now() + (error.retryAfter ?? 300) * 1000;
  await changeLog((log) => ({ ...log, blockedUntil }));
  return { state: 'limited', freeAt: blockedUntil, by: 'tracker' };
}

const runExclusive = createMutex();

function changeLog(change: (log: SubmissionLog) => SubmissionLog): Promise<void> {
  return runExclusive(async () => submissionsStore.set(change(await submissionsStore.get())));
}
