import { useState } from 'preact/hooks';
import { errorText } from '../text/error-text';

export type Action = Readonly<{
  busy: boolean;
  /** Text about the last failure. */
  error: string | undefined;
  /** Runs a job; resolves to whether it succeeded and never rejects. */
  run: (job: () => Promise<unknown>) => Promise<boolean>;
}>;

/** State of something that a button starts: whether it runs, and why it failed. */
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
