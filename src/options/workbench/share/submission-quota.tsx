import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { freeAt, submissionsLeft } from '../../../core/workbench/submission-quota';
import { text } from '../../../platform/browser/i18n';
import { submissionsStore } from '../../../platform/storage/submissions-store';
import { useStored } from '../../../ui/hooks/use-stored';
import { dateAndTime } from '../../../ui/text/format';
import { plural } from '../../../ui/text/plural';

/** Milliseconds until the quota is computed again, so that a wait ends without a click. */
const REFRESH_INTERVAL = 5_000;

export interface Quota {
  readonly left: number;
  /** When the next submission is possible, in ms since 1970; `undefined` when it is now. */
  readonly freeAt: number | undefined;
  /** The tracker asked to wait, beyond the quota of the extension. */
  readonly byTracker: boolean;
}

/** `undefined` until the earlier submissions have been read. */
export function useQuota(): Quota | undefined {
  const log = useStored(submissionsStore);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_INTERVAL);
    return () => clearInterval(timer);
  }, []);
  if (log === undefined) return undefined;
  return { left: submissionsLeft(log, now), freeAt: freeAt(log, now), byTracker: log.blockedUntil > now };
}

/** How many submissions are left, or when the next one is possible. */
export function QuotaLine({ quota }: { readonly quota: Quota | undefined }): JSX.Element | null {
  if (quota === undefined) return null;
  if (quota.freeAt === undefined) return <p class="small muted">{plural('workbench_left', quota.left)}</p>;
  const key = quota.byTracker ? 'workbench_limited_tracker' : 'workbench_limited';
  return (
    <p class="note wait" role="status">
      {text(key, dateAndTime(quota.freeAt))}
    </p>
  );
}
