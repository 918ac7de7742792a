import { useEffect } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { watchAccess } from '../../platform/browser/permissions';
import { healthStore, sitesStore } from '../../platform/storage/stores';
import { trackerConnectorsStore } from '../../platform/storage/tracker-connectors';
import { useAnswer, type WorkerAnswer } from '../../ui/hooks/use-answer';

/** All sites, updated when a page, the worker or the browser's own settings change them. */
export function useSites(): WorkerAnswer<readonly SiteView[]> {
  const answer = useAnswer('sites.list', {});
  useEffect(() => {
    const ending = new AbortController();
    sitesStore.watch(answer.again, ending.signal);
    healthStore.watch(answer.again, ending.signal);
    trackerConnectorsStore.watch(answer.again, ending.signal);
    watchAccess(answer.again, ending.signal);
    return () => ending.abort();
  }, []);
  return answer;
}
