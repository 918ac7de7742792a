import { nextStep, withWish, type HistoryChange, type Wish } from '../../core/outbox/history-change';
import type { Media } from '../../core/media/media';
import { changesStore } from '../../platform/storage/changes-store';
import { accountKey } from '../account/account';
import type { AppContext } from '../context/context';

export interface WishInput extends Wish {
  /** The viewing as a view or the activity shows it. */
  readonly viewing: Readonly<{
    id: string;
    media: Media;
    position: number;
    duration: number;
    at: number;
  }>;
}

/** Stores a person's change to a recorded viewing; the following delivery tells the tracker. */
export async function changeHistory(context: AppContext, { viewing, ...wish }: WishInput): Promise<void> {
  const account = await accountKey(context);
  const { media, ...facts } = viewing;
  const all = await changesStore.get();
  const isThis = (one: HistoryChange) => one.id === viewing.id && one.account === account;
  const before = all.find(isThis) ?? { ...facts, account, viewings: [{ media, wanted: true, is: true }] };
  const kept = all.filter(
    (one, index) => !isThis(one) && (index >= all.length - KEPT || nextStep(one) !== undefined),
  );
  await changesStore.set([...kept, withWish(before, wish, context.newId)]);
}

/** Number of changes kept after the tracker has them, so that they can be undone. */
const KEPT = 200;
