import type { SiteView } from '../../core/settings/site-state';
import { useAnswer } from '../../ui/hooks/use-answer';

export type LastSite = Pick<SiteView, 'name' | 'homepage'>;

/** Updates in which the site of a title is searched. */
const LIMIT = 1000;

/** The site on which a film or series was watched last in this browser, by its id in the film database. */
export function useLastSites(): (tmdbId: number | undefined) => LastSite | undefined {
  const { value: entries = [] } = useAnswer('activity.list', { limit: LIMIT });
  const { value: sites = [] } = useAnswer('sites.list', {});
  return (tmdbId) => {
    const entry = tmdbId === undefined ? undefined : entries.find(({ media }) => media?.tmdbId === tmdbId);
    return entry && sites.find(({ id }) => id === entry.siteId);
  };
}
