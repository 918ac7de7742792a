import type { TabView } from '../../../../src/core/status/status';
import { moved } from './moments';
import { playLists, type Lists } from './play-lists';
import { playStatuses } from './play-statuses';

/** What the views show in pictures and tests; every moment in it is as if the stories had just ended. */
export interface Gallery {
  readonly statuses: Readonly<Record<string, TabView>>;
  readonly lists: Lists;
}

/** The stories take seconds, so each process plays them once. */
const scope = globalThis as { matineeGallery?: Promise<Gallery & { readonly endedAt: number }> };

export async function openGallery(): Promise<Gallery> {
  const { statuses, lists, endedAt } = await (scope.matineeGallery ??= play());
  const by = Date.now() - endedAt;
  return { statuses: moved(statuses, by), lists: moved(lists, by) };
}

async function play(): Promise<Gallery & { readonly endedAt: number }> {
  const { lists, endedAt } = await playLists();
  const startedAt = Date.now();
  const statuses = await playStatuses();
  return { statuses, lists: moved(lists, startedAt - endedAt), endedAt: startedAt };
}
