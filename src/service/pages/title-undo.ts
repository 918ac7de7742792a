import type { Service } from '../http/environment';
import { takeFromCompanion } from '../library/title-marks';
import { goOn } from '../library/imports/import-jobs';
import { undoChoice } from '../library/webhooks/chosen-title';
import { type Done, idsOfWork, SHELVED } from './forms';

/**
 * Undoes the action of a form. `text` comes from the notice: a kind and its values, separated by `~`.
 * `undefined`: there is nothing that can be undone.
 */
export async function undo(service: Service, userId: string, text: string): Promise<Done | undefined> {
  const [kind = '', ...values] = text.split('~');
  return KINDS.get(kind)?.(service, userId, values);
}

type UndoChange = (service: Service, userId: string, values: string[]) => Promise<Done | undefined>;

const KINDS: ReadonlyMap<string, UndoChange> = new Map<string, UndoChange>([
  ['viewing', undoViewing],
  ['open', (service, userId, values) => reopen(service, userId, values)],
  ['removal', undoRemoval],
  ['with', undoWith],
  ['moved', undoMove],
  ['import', undoMarks],
  ['shelf', undoShelf],
  ['entry', undoEntry],
  ['listed', undoListed],
  ['placed', undoPlace],
  ['dropped', undoDropped],
  ['time', undoTime],
  ['check', undoCheck],
  ['waiting', undoWaiting],
]);

const UNDONE: Done = { done: 'undone' };

/** Undoes a choice for a title that a media server has played. */
async function undoCheck(service: Service, userId: string, [choice = '']: string[]) {
  return (await undoChoice(service, userId, choice)) ? UNDONE : undefined;
}

/** Restores a title that waited for a choice and was removed. */
async function undoWaiting({ store }: Service, userId: string, [id = '']: string[]) {
  if (!id.startsWith('removed-')) return undefined;
  await store.heldTitles.reopen(userId, id);
  return UNDONE;
}

/** Removes an added viewing; the session that it ended continues. */
async function undoViewing(service: Service, userId: string, [id = '', ...open]: string[]) {
  await service.store.removedViewings.remove(userId, [id]);
  if (open.length > 0) await reopen(service, userId, open);
  return UNDONE;
}

async function reopen({ store }: Service, userId: string, [work = '', ...position]: string[]) {
  const ids = idsOfWork(work);
  const [progress = Number.NaN, duration = Number.NaN] = position.map(Number);
  const isPosition = Number.isSafeInteger(progress) && Number.isSafeInteger(duration);
  if (ids === undefined || !isPosition || progress < 0 || duration > 1e6) return undefined;
  // Above 90 % the position would count as a viewing.
  if (progress > duration * 0.9) return undefined;
  await store.playback.update(userId, ids, { progress, duration });
  return UNDONE;
}

async function undoRemoval({ store }: Service, userId: string, [removal = '']: string[]) {
  const count = await store.removedViewings.restore(userId, removal);
  return { done: 'restored_count', count } as const;
}

async function undoWith(service: Service, userId: string, [id = '', other = '']: string[]) {
  return (await takeFromCompanion(service, userId, id, other)) ? UNDONE : undefined;
}

async function undoMove({ store }: Service, userId: string, [moved = '']: string[]) {
  await store.movedViewings.moveBack(userId, moved);
  return UNDONE;
}

/** Undoes marks as watched. Episodes that were marked together are stored as an import. */
async function undoMarks(service: Service, userId: string, [id = '']: string[]) {
  const { imports } = service.store;
  if ((await imports.find(userId, id))?.state !== 'stored') return undefined;
  await imports.setState(userId, id, 'undoing');
  await goOn(service, userId, { id, state: 'undoing' });
  return UNDONE;
}

/** Removes a title that was put on a shelf. */
async function undoShelf({ store }: Service, userId: string, [work = '', name = '']: string[]) {
  if (!SHELVED.test(work) || (name !== 'watchlist' && name !== 'favorites')) return undefined;
  return (await store.shelves.remove(userId, name, work)) ? UNDONE : undefined;
}

/** Restores a removed entry of a shelf or list, a deleted list, or an earlier rating. */
async function undoEntry({ store }: Service, userId: string, [removal = '']: string[]) {
  return (await store.removedEntries.restore(userId, removal)) ? UNDONE : undefined;
}

async function undoListed({ store }: Service, userId: string, [id = '', work = '']: string[]) {
  return (await store.lists.remove(userId, id, work)) ? UNDONE : undefined;
}

async function undoPlace({ store }: Service, userId: string, [id = '', work = '', at = '']: string[]) {
  if (!/^\d{1,5}$/.test(at)) return undefined;
  const position = Number(at);
  return (await store.lists.change(userId, id, work, { position })) === undefined ? undefined : UNDONE;
}

async function undoDropped({ store }: Service, userId: string, [show = '', on = '']: string[]) {
  if (!/^[1-9]\d{0,14}$/.test(show)) return undefined;
  if (on === '1') await store.droppedShows.drop(userId, Number(show));
  else await store.droppedShows.takeBack(userId, Number(show));
  return UNDONE;
}

async function undoTime({ store, now }: Service, userId: string, [id = '', at = '']: string[]) {
  if (!/^\d{1,15}$/.test(at) || Number(at) > now() + DAY_MS) return undefined;
  return (await store.viewings.setTime(userId, id, Number(at))) ? UNDONE : undefined;
}

const DAY_MS = 86_400_000;
