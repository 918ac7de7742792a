import type { BundledFileError } from '../../platform/files/bundled-file';
import { TrackerError } from '../../tracker/tracker-error';
import { storageTroubleStore, type StorageTrouble } from '../../platform/storage/stores';

/** A request that a handler refuses. The pages have a text for most codes: `error_<code>`. */
export class HandlerError extends Error {
  override readonly name = 'HandlerError';
  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super('', options);
  }
}

/** Code and message of anything a handler threw; `internal` for errors that are not ours. */
export function describeError(error: unknown): { code: string; message: string } {
  if (isOwnError(error)) return { code: error.code, message: error.message };
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return { code: 'storage-full', message: '' };
  return { code: 'internal', message: String(error).slice(0, 300) };
}

/**
 * The same for the log, which must contain no title and no address: the code of our own errors; for others
 * the name and the place in the worker's script where it was thrown.
 */
export function errorCodes(error: unknown): string {
  if (error instanceof TrackerError && error.status !== undefined) return `${error.code} ${error.status}`;
  if (isOwnError(error)) return error.code;
  if (!(error instanceof Error)) return 'internal';
  const [place] = /[\w-]+\.[jt]s:\d+:\d+/.exec(error.stack ?? '') ?? [];
  return place === undefined ? error.name : `${error.name} ${place}`;
}

/** Our errors have a code in words; browser errors have none, or a number. */
function isOwnError(error: unknown): error is TrackerError | HandlerError | BundledFileError {
  return error instanceof Error && typeof (error as Partial<HandlerError>).code === 'string';
}

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
