import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { ConfirmButton, SearchField } from '../../ui/components/controls';
import { Empty, Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import type { ToastContent } from '../../ui/components/toast';
import { useSiteNames } from '../../ui/hooks/use-answer';
import { usePagedList, type PagedList } from '../../ui/hooks/use-paged-list';
import { send } from '../../platform/messaging/send';
import { fileName, saveFile, saveJson } from '../../ui/save-file';
import { CatalogueRefusals } from '../catalogue/refusals';
import { ActivityDays } from './activity-days';
import { csvLine } from '../../core/text/csv-line';

const ANSWERS = ['all', 'accepted', 'rejected', 'failed'] as const;

const noFilter: ActivityFilter = { words: '', answer: 'all' };

/** Entries that are loaded at a time. */
const PAGE_SIZE = 200;

/** Maximum number of entries that the worker keeps. */
const ALL = 5000;

/** Lists every update that was sent to the tracker, with the tracker's answer. */
export function ActivitySection({
  onToast,
}: Readonly<{
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  const activity = useActivity(() => onToast({ message: text('activity_cleared') }));
  const { entries, error, reload } = activity;
  return (
    <>
      <p class="muted">{text('activity_intro')}</p>
      <CatalogueRefusals />
      <Problem message={error} onRetry={reload} />
      {entries === undefined && error === undefined && <Loading />}
      {entries?.length === 0 && (
        <Empty title={text('activity_empty')}>
          <p>{text('activity_empty_hint')}</p>
        </Empty>
      )}
      {entries !== undefined && entries.length > 0 && (
        <ActivityList entries={entries} activity={activity} onToast={onToast} />
      )}
    </>
  );
}

function ActivityList({
  entries,
  activity: { hasOlder, loadOlder, save, clear },
  onToast,
}: Readonly<{
  entries: ActivityEntry[];
  activity: Activity;
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  const [filter, setFilter] = useState(noFilter);
  const siteName = useSiteNames();
  const shown = filterActivity(entries, filter, siteName);
  return (
    <>
      <ActivityFilterBar filter={filter} onChange={setFilter} />
      {shown.length === 0 ? (
        <p role="status">{text('activity_none')}</p>
      ) : (
        <ActivityDays entries={shown} siteName={siteName} onToast={onToast} />
      )}
      {hasOlder && (
        <div>
          <button type="button" class="button" onClick={loadOlder}>
            {text('activity_more')}
          </button>
        </div>
      )}
      <ActivityTools save={save} clear={clear} />
    </>
  );
}

function ActivityTools({ save, clear }: Pick<Activity, 'save' | 'clear'>): JSX.Element {
  return (
    <div class="row">
      <button type="button" class="button" onClick={() => save('csv')}>
        {text('activity_csv')}
      </button>
      <button type="button" class="button" onClick={() => save('json')}>
        {text('activity_json')}
      </button>
      <ConfirmButton
        label={text('activity_clear')}
        question={text('activity_clear_sure')}
        onConfirm={clear}
      />
    </div>
  );
}

interface Activity extends Omit<PagedList<ActivityEntry>, 'run' | 'clear'> {
  readonly save: (kind: 'csv' | 'json') => void;
  readonly clear: () => Promise<unknown>;
}

/** The sent updates, read page by page from the worker, with functions to save and clear them. */
function useActivity(onCleared: () => void): Activity {
  const { run, clear, ...list } = usePagedList(PAGE_SIZE, (range) => send('activity.list', range));
  return {
    ...list,
    save: (kind) => void run(() => saveActivity(kind)),
    clear: async () => {
      if (await clear(() => send('activity.clear', {}))) onCleared();
    },
  };
}

async function saveActivity(kind: 'csv' | 'json'): Promise<void> {
  const entries = await send('activity.list', { limit: ALL });
  if (kind === 'json') saveJson('activity', entries);
  else saveFile(fileName('activity', 'csv', new Date()), 'text/csv;charset=utf-8', activityCsv(entries));
}

type ActivityFilter = Readonly<{
  words: string;
  answer: (typeof ANSWERS)[number];
}>;

/** Entries with this answer whose title or site contains the words, in upper or lower case. */
function filterActivity(
  entries: ActivityEntry[],
  { words, answer }: ActivityFilter,
  siteName: (siteId: string) => string,
): ActivityEntry[] {
  const wanted = words.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (answer === 'all' || entry.answer === answer) &&
      searchable(entry, siteName(entry.siteId)).some((part) => part?.toLowerCase().includes(wanted)),
  );
}

function searchable(entry: ActivityEntry, siteName: string): (string | undefined)[] {
  const { item, media, siteId } = entry;
  const titles = [item.title, item.seriesTitle, item.episodeTitle, media?.title, media?.seriesTitle];
  return [...titles, siteId, siteName];
}

function ActivityFilterBar({
  filter,
  onChange,
}: Readonly<{
  filter: ActivityFilter;
  onChange: (filter: ActivityFilter) => void;
}>): JSX.Element {
  return (
    <div class="filters" role="search">
      <SearchField
        id="activity-words"
        class="field grow"
        label={text('common_search')}
        value={filter.words}
        onInput={(words) => onChange({ ...filter, words })}
      />
      <div class="field">
        <label for="activity-only">{text('activity_answer')}</label>
        <select
          id="activity-only"
          value={filter.answer}
          onChange={(event) =>
            onChange({ ...filter, answer: ANSWERS[event.currentTarget.selectedIndex] ?? 'all' })
          }
        >
          {ANSWERS.map((one) => (
            <option key={one} value={one}>
              {text(`activity_${one}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** Byte order mark. It makes spreadsheets read the file as UTF-8. */
const BOM = '\uFEFF';

/** The activity as CSV, one line per update. */
export function activityCsv(entries: ActivityEntry[]): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...entries.map((entry) => COLUMNS.map(([, read]) => read(entry))),
  ];
  return `${BOM}${lines.map(csvLine).join('')}`;
}

const COLUMNS: (readonly [string, (entry: ActivityEntry) => string | number | undefined])[] = [
  ['time', ({ at }) => new Date(at).toISOString()],
  ['site', ({ siteId }) => siteId],
  ['type', ({ item }) => item.type],
  ['title', ({ item }) => item.seriesTitle ?? item.title],
  ['season', ({ item }) => item.seasonNumber],
  ['episode', ({ item }) => item.episodeNumber],
  ['episode_title', ({ item }) => item.episodeTitle],
  ['matched_title', ({ media }) => media?.seriesTitle ?? media?.title],
  ['tmdb_id', ({ media }) => media?.tmdbId],
  ['position_seconds', ({ position }) => Math.round(position)],
  ['duration_seconds', ({ duration }) => Math.round(duration)],
  ['cause', ({ cause }) => cause],
  ['answer', ({ answer }) => answer],
  ['status', ({ status }) => status],
  ['code', ({ code }) => code],
  ['message', ({ message }) => message],
];
