import { useState } from 'preact/hooks';
import { errorText } from '../text/error-text';

export interface Action {
  readonly busy: boolean;
  /** Words for the person about the last failure. */
  readonly error: string | undefined;
  /** Runs one job at a time; tells whether it worked. */
  run(job: () => Promise<unknown>): Promise<boolean>;
}

/** Something a button starts: busy while it runs, with words when it fails. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  return {
    busy,
    error,
    async run(job) {
      setBusy(true);
      setError(undefined);
      try {
        await job();
        return true;
      } catch (problem) {
        setError(errorText(problem));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
