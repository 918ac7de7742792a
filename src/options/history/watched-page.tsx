import type { JSX } from 'preact';
import type { Media } from '../../core/media/media';
import { text } from '../../platform/browser/i18n';
import { WebLink } from '../../ui/components/web-link';
import { useAnswer } from '../../ui/hooks/use-answer';
import { useSiteNames } from '../../ui/hooks/use-site-names';

/** How many updates are searched for a title's page: all that are kept. */
const LIMIT = 5000;

/**
 * Draws the link to the page on which a title was last watched in this browser; null where the activity does
 * not know it. No tracker is told this address.
 */
export function useWatchedPages(): (isMeant: (media: Media) => boolean) => JSX.Element | null {
  const { value: entries = [] } = useAnswer('activity.list', { limit: LIMIT });
  const siteName = useSiteNames();
  return (isMeant) => {
    const found = entries.find(
      ({ media, page }) => media !== undefined && page !== undefined && isMeant(media),
    );
    if (found === undefined) return null;
    return (
      <span class="small">
        <WebLink url={found.page}>{text('home_open_site', siteName(found.siteId))}</WebLink>
      </span>
    );
  };
}
