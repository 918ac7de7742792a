import type { Service } from '../http/environment';
import type { Store } from '../store/store';

/** Recounts under way, by their store; one that an end of the process has interrupted is gone on with. */
const running = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Counts the history of a person by the days of their new time zone, a few viewings at a time. Nothing to do
 * where the zone is the same as before.
 */
export async function recount({ store, log }: Pick<Service, 'store' | 'log'>, userId: string): Promise<void> {
  const works = running.get(store) ?? new Map<string, Promise<void>>();
  running.set(store, works);
  const known = works.get(userId);
  if (known !== undefined) return known;
  const work = goOn(store, userId)
    .catch((error: unknown) => log({ level: 'error', event: 'recount', error }))
    .finally(() => works.delete(userId));
  works.set(userId, work);
  return work;
}

async function goOn({ preferences }: Store, userId: string): Promise<void> {
  for (let isLeft = await preferences.isRecounting(userId); isLeft;)
    isLeft = await preferences.recount(userId);
}
