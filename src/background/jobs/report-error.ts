import type { AppContext } from '../context/context';
import { errorCodes } from '../context/handler-error';

export type ReportError = (reason: unknown) => void;

/** Reports an error that nobody waits for: on the console of the worker, and in the log. */
export function createReportError(ready: Promise<AppContext>): ReportError {
  async function writeToLog(reason: unknown): Promise<void> {
    // Without the context there is no log.
    const context = await ready.catch(() => undefined);
    context?.log.error('job-failed', { detail: errorCodes(reason) });
  }
  return (reason) => {
    // Our messages contain neither titles nor tokens. The console is opened by "Inspect views" on the
    // extensions page.
    console.error('Matinee:', String(reason));
    void writeToLog(reason);
  };
}
