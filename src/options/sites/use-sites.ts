import { useEffect } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { watchAccess } from '../../platform/browser/permissions';
import { healthStore, sitesStore } from '../../platform/storage/stores';
import { useAnswer, type WorkerAnswer } from '../../ui/hooks/use-answer';

/** All sites, kept current while anything changes them: this page, another one, the browser's own settings. */
export function useSites(): WorkerAnswer<readonly SiteView[]> {
  const asked = useAnswer('sites.list', {});
  useEffect(() => {
    const ending = new AbortController();
    sitesStore.watch(asked.again, ending.signal);
    healthStore.watch(asked.again, ending.signal);
    watchAccess(asked.again, ending.signal);
    return () => ending.abort();
  }, []);
  return asked;
}
