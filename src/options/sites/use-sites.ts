import { useEffect } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { watchAccess } from '../../platform/browser/page-access';
import { healthStore, ownConnectorsStore, sitesStore } from '../../platform/storage/stores';
import { trackerConnectorsStore } from '../../platform/storage/tracker-connectors';
import { useAnswer, type WorkerAnswer } from '../../ui/hooks/use-answer';

/**
 * All sites, updated when a page, the worker or the browser's own settings change them. Of connectors of the
 * person with a host in common, which are used as one, only the first.
 */
export function useSites(): WorkerAnswer<readonly SiteView[]> {
  const answer = useAnswer('sites.list', {});
  useEffect(() => {
    const ending = new AbortController();
    sitesStore.watch(answer.again, ending.signal);
    healthStore.watch(answer.again, ending.signal);
    ownConnectorsStore.watch(answer.again, ending.signal);
    trackerConnectorsStore.watch(answer.again, ending.signal);
    watchAccess(answer.again, ending.signal);
    return () => ending.abort();
  }, []);
  return { ...answer, value: answer.value?.filter(isFirst) };
}

/** Whether a site of the list is no second connector of the person for a host. */
export function isFirst({ origin, hosts }: SiteView, at: number, sites: readonly SiteView[]): boolean {
  const isSame = (other: SiteView) =>
    other.origin === 'mine' && other.hosts.some((host) => hosts.includes(host));
  return origin !== 'mine' || sites.findIndex(isSame) === at;
}
