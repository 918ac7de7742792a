import type { AppContext } from '../context/context';
import { errorCodes } from '../context/handler-error';

export type ReportError = (error: unknown) => void;

/** Reports an error that nobody waits for: on the console of the worker, and in the log. Never throws. */
export function createReportError(ready: Promise<AppContext>): ReportError {
  return (error) => {
    // Our messages hold neither titles nor tokens. The console is shown by "Inspect views" of the extensions
    // page.
    console.error('Matinee:', error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error');
    void ready.then(
      ({ log }) => log.error('job-failed', { detail: errorCodes(error) }),
      // Without the context there is no log either.
      () => undefined,
    );
  };
}
