import { BundledFileError } from '../../platform/files/bundled-file';
import { TrackerError } from '../../tracker/tracker-error';

/** What a handler refuses, with a code that the pages have a sentence for (`error_<code>`). */
export class HandlerError extends Error {
  override readonly name = 'HandlerError';
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Code and text of whatever a handler threw; of an error that is not ours only that it happened. */
export function describeError(error: unknown): { code: string; message: string } {
  if (error instanceof TrackerError || error instanceof HandlerError || error instanceof BundledFileError)
    return { code: error.code, message: error.message };
  return {
    code: 'internal',
    message:
      error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : 'Something went wrong.',
  };
}
