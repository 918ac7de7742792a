import type { Service } from '../http/environment';
import type { Store } from '../store/store';

/** Running recounts, by store; one that a stop of the process interrupted is continued. */
const running = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Recounts a person's history by the days of their new time zone, a few viewings at a time. Does nothing if
 * the zone is unchanged.
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
