import { storageTroubleStore, type StorageTrouble } from '../../platform/storage/stores';
import { describeError } from './handler-error';

/** What an error of the database means for people; `undefined` for any other error. */
export function storageTroubleOf(error: unknown): StorageTrouble | undefined {
  const { code } = describeError(error);
  if (code.startsWith('storage-')) return code as StorageTrouble;
  return error instanceof DOMException ? 'storage-unavailable' : undefined;
}

/** Something is kept in memory, or was not written, and may be writable a minute later. */
export async function isStorageFailing(): Promise<boolean> {
  const trouble = await storageTroubleStore.get();
  return trouble === 'storage-full' || trouble === 'storage-unavailable';
}

/** Shows in the popup that the database cannot be used, or (`undefined`) that it can be. */
export async function reportStorage(trouble: StorageTrouble | undefined): Promise<void> {
  if ((await storageTroubleStore.get()) === trouble) return;
  await (trouble === undefined ? storageTroubleStore.remove() : storageTroubleStore.set(trouble));
}

/**
 * Returns the database's answer; `undefined`, with a report to the popup, if the database cannot be used.
 * Rethrows other errors.
 */
export async function orWithoutStorage<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const trouble = storageTroubleOf(error);
    if (trouble === undefined) throw error;
    await reportStorage(trouble);
    return undefined;
  }
}
