import { freeAt, rememberAttempt, type SubmissionLog } from '../core/draft-submissions';
import { submissionsStore } from '../platform/workbench-stores';
import type { Submission } from '../protocol/workbench';
import { TrackerError } from '../tracker/tracker-error';
import { tracker } from './tracker';
import { goodDefinition } from './workbench';
import type { World } from './world';

interface Input {
  readonly name: string;
  readonly domains: readonly string[];
  readonly definition: unknown;
}

/**
 * Hands a connector in for review. The tracker allows five an hour: a sixth is stopped here, before it is sent; and when
 * the tracker itself asks for a pause, its word counts. What came of it is an answer, never an error: nothing is lost.
 */
export async function submitConnector(world: World, { name, domains, definition }: Input): Promise<Submission> {
  const good = goodDefinition(definition);
  const log = await submissionsStore.get();
  const free = freeAt(log, world.now());
  if (free !== undefined) return { state: 'limited', freeAt: free, by: log.blockedUntil > world.now() ? 'tracker' : 'count' };
  try {
    const record = await (await tracker(world)).submitConnector({ name, domains: [...domains], definition: { ...good } });
    await submissionsStore.set(rememberAttempt(log, world.now()));
    return { state: 'submitted', ...(record.id === undefined ? {} : { id: record.id }), ...(record.url === undefined ? {} : { url: record.url }) };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return refused(world, log, error);
  }
}

async function refused(world: World, log: SubmissionLog, error: TrackerError): Promise<Submission> {
  const now = world.now();
  if (error.code === 'rate-limited') {
    // Without a time of its own: a twelfth of an hour later there may be room again.
    const blockedUntil = now + (error.retryAfter ?? 300) * 1000;
    await submissionsStore.set({ ...log, blockedUntil });
    return { state: 'limited', freeAt: blockedUntil, by: 'tracker' };
  }
  // The tracker may have taken it before the line broke, so it counts.
  if (error.code === 'timeout' || error.code === 'malformed') await submissionsStore.set(rememberAttempt(log, now));
  return { state: 'refused', code: error.code, message: error.message };
}
