import type { BundledFileError } from '../../platform/files/bundled-file';
import { TrackerError } from '../../tracker/tracker-error';

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
