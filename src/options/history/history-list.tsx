import type { JSX } from 'preact';
import { isSameMedia, type Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import { text } from '../../platform/browser/i18n';
import { Poster } from '../../ui/components/poster';
import { Stars } from '../../ui/components/stars';
import { dayName, timeOnly } from '../../ui/text/format';
import { joinParts, episodeCode, truncate } from '../../ui/text/naming';
import type { ListedEntry, History } from './use-history';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { changesStore } from '../../platform/storage/stores';
import { WebLink } from '../../ui/components/web-link';
import { useAnswer, useSiteNames } from '../../ui/hooks/use-answer';
import { useStored } from '../../ui/hooks/use-stored';
import { wantedMedia } from '../../ui/history/viewing-of';

/** The history by day. Each entry can be rated and removed. */
export function HistoryList({ history }: Readonly<{ history: History }>): JSX.Element {
  const pageOf = useWatchedPages();
  return (
    <>
      {daysOf(history.entries ?? []).map(({ day, entries }) => (
        <section key={day} class="stack tight">
          <h2 class="small-heading">{dayName(day, Date.now())}</h2>
          <ul class="card rows">
            {entries.map((entry) => (
              <Row
                key={entry.id}
                entry={entry}
                history={history}
                page={pageOf((media) => isSameMedia(media, defined(entry.media)))}
              />
            ))}
          </ul>
        </section>
      ))}
      <More history={history} />
    </>
  );
}

function Row({
  entry,
  history,
  page,
}: Readonly<{ entry: ListedEntry; history: History; page: JSX.Element | null }>): JSX.Element {
  const title = titleOf(entry);
  return (
    <li class="row start">
      <Poster url={undefined} title={title} />
      <div class="stack tight grow">
        <strong class="clamp two" dir="auto">
          {title}
        </strong>
        <span class="small muted">{joinParts(detailOf(entry), timeOnly(Date.parse(entry.watchedAt)))}</span>
        {page}
        <div class="row spread">
          <Stars value={entry.rating} onChange={(rating) => history.rate(entry, rating)} />
          <button type="button" class="plain-button" onClick={() => history.remove(entry)}>
            {text('common_remove')}
            <span class="hidden"> {title}</span>
          </button>
        </div>
      </div>
    </li>
  );
}

/** Each film and each series once, as covers from edge to edge. */
export function HistoryCovers({ history }: Readonly<{ history: History }>): JSX.Element {
  const pageOf = useWatchedPages();
  const works = new Map(
    (history.entries ?? []).map((entry) => [`${entry.media.type} ${String(entry.media.tmdbId)}`, entry]),
  );
  return (
    <>
      <ul class="covers">
        {[...works].map(([key, entry]) => (
          <li key={key}>
            <Poster url={undefined} title={titleOf(entry)} />
            <span class="small clamp two" dir="auto">
              {titleOf(entry)}
            </span>
            {pageOf((media) => isSameWork(media, entry.media))}
          </li>
        ))}
      </ul>
      <More history={history} />
    </>
  );
}

function More({
  history: { entries = [], total, more },
}: Readonly<{ history: History }>): JSX.Element | null {
  if (entries.length >= total) return null;
  return (
    <div>
      <button type="button" class="button" onClick={more}>
        {text('home_more')}
      </button>
    </div>
  );
}

function titleOf({ media: { title, tmdbId, id } }: ListedEntry): string {
  return title === undefined ? text('common_untitled', tmdbId ?? id ?? 0) : truncate(title);
}

function detailOf({ media }: ListedEntry): string {
  const { type, year, episodeTitle } = media;
  if (type === 'movie') return year === undefined ? text('common_movie') : String(year);
  return joinParts(episodeCode(defined(media)), episodeTitle);
}

type HistoryDay = Readonly<{
  /** Midnight in local time, in milliseconds since 1970. */
  day: number;
  entries: ListedEntry[];
}>;

/** Groups the entries by local day. Entries and days are newest first. */
function daysOf(entries: ListedEntry[]): HistoryDay[] {
  const days: HistoryDay[] = [];
  for (const entry of entries) {
    const day = new Date(entry.watchedAt).setHours(0, 0, 0, 0);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** Maximum number of updates that are searched for a title's page. The worker keeps no more. */
const LIMIT = 5000;

/**
 * Returns a function that draws the link to the page on which a title was last watched in this browser. It
 * gives null if the activity has no such page. No tracker is told this address.
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

/**
 * The newest entry that has a page and whose media is meant. The person's changes of the media are applied
 * first.
 */
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

/** Whether both are the same film or belong to the same series. */
export function isSameWork(a: WorkName, b: WorkName): boolean {
  return a.tmdbId !== undefined && a.tmdbId === b.tmdbId && a.type === b.type;
}

type WorkName = Readonly<{
  type: Media['type'];
  tmdbId?: number | undefined;
}>;
