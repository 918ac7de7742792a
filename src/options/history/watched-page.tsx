import type { JSX } from 'preact';
import type { Media } from '../../core/media/media';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { changesStore } from '../../platform/storage/changes-store';
import { WebLink } from '../../ui/components/web-link';
import { useAnswer } from '../../ui/hooks/use-answer';
import { useSiteNames } from '../../ui/hooks/use-site-names';
import { useStored } from '../../ui/hooks/use-stored';
import { wantedMedia } from '../../ui/history/viewing-of';

/** How many updates are searched for a title's page: all that are kept. */
const LIMIT = 5000;

/**
 * Draws the link to the page on which a title was last watched in this browser; null where the activity does
 * not know it. No tracker is told this address.
 */
export function useWatchedPages(): (isMeant: (media: Media) => boolean) => JSX.Element | null {
  const { value: entries = [] } = useAnswer('activity.list', { limit: LIMIT });
  const changes = useStored(changesStore) ?? [];
  const siteName = useSiteNames();
  return (isMeant) => {
    const found = lastWatched(entries, changes, isMeant);
    if (found === undefined) return null;
    return (
      <span class="small">
        <WebLink url={found.page}>{text('home_open_site', siteName(found.siteId))}</WebLink>
      </span>
    );
  };
}

/** The newest entry with a page whose media, as the person has corrected it, is meant. */
export function lastWatched(
  entries: Readonly<ActivityEntry[]>,
  changes: Readonly<HistoryChange[]>,
  isMeant: (media: Media) => boolean,
): ActivityEntry | undefined {
  return entries.find(({ sessionId, media, page }) => {
    if (media === undefined || page === undefined) return false;
    const change = changes.find(({ id }) => id === sessionId);
    const wanted = wantedMedia(change, media);
    return wanted !== undefined && isMeant(wanted);
  });
}

/** Whether both are the same film, or of the same series. */
export function isSameWork(a: WorkName, b: WorkName): boolean {
  return a.tmdbId !== undefined && a.tmdbId === b.tmdbId && a.type === b.type;
}

type WorkName = Readonly<{
  type: Media['type'];
  tmdbId?: number | undefined;
}>;
