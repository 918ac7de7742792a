import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { changesStore } from '../../platform/storage/stores';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { WebLink } from '../../ui/components/web-link';
import { Recorded } from '../../ui/history/recorded';
import { useAction } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { refusalText } from '../../ui/text/error-text';
import { clock, dayName, percent, timeOnly } from '../../ui/text/format';
import { plural } from '../../ui/text/plural';
import { joinParts, displayName } from '../../ui/text/naming';
import type { Viewing } from '../../ui/history/viewing-of';

const TONES = { accepted: 'good', rejected: 'bad', failed: 'wait' } as const;

type ActivityDaysProps = Readonly<{
  entries: ActivityEntry[];
  siteName: (siteId: string) => string;
  onToast: (toast: ToastContent) => void;
}>;

/** The activity by day, with one row for each viewing. A row unfolds to show the viewing's updates. */
export function ActivityDays({ entries, siteName, onToast }: ActivityDaysProps): JSX.Element {
  const changes = useStored(changesStore) ?? [];
  return (
    <div class="stack activity">
      {groupActivity(entries).map(({ day, viewings }) => (
        <section key={day} class="stack tight">
          <h2 class="small-heading">{dayName(day, Date.now())}</h2>
          <ul class="card rows">
            {viewings.map((viewing) => (
              <ViewingRow
                key={viewing.id}
                viewing={viewing}
                site={siteName(viewing.newest.siteId)}
                change={changes.find(({ id }) => id === viewing.id)}
                onToast={onToast}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ViewingRow({
  viewing,
  site,
  change,
  onToast,
}: Readonly<{
  viewing: ViewingGroup;
  site: string;
  change: HistoryChange | undefined;
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  const [open, setOpen] = useState(false);
  const { newest } = viewing;
  const name = displayName(newest.item) ?? displayName(newest.media);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary class="row start">
          <span class="stack tight grow">
            <strong dir="auto">{name?.title ?? text('now_no_title')}</strong>
            <span class="small muted">
              {joinParts(name?.detail, site, timeOnly(newest.at), shareOf(newest))}
            </span>
          </span>
          <span class={`tag ${TONES[newest.answer]}`}>{text(`activity_${newest.answer}`)}</span>
        </summary>
        {open && <ViewingDetails viewing={viewing} change={change} onToast={onToast} />}
      </details>
    </li>
  );
}

function ViewingDetails({
  viewing: { newest, entries, recorded },
  change,
  onToast,
}: Readonly<{
  viewing: ViewingGroup;
  change: HistoryChange | undefined;
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  const action = useAction();
  return (
    <div class="stack viewing">
      <p class="small row">
        {recorded === undefined && newest.media?.url !== undefined && (
          <WebLink url={newest.media.url}>{text('activity_page')}</WebLink>
        )}
        {newest.page !== undefined && <WebLink url={newest.page}>{text('workbench_show_page')}</WebLink>}
      </p>
      {recorded !== undefined && (
        <Recorded viewing={recorded} change={change} action={action} onToast={onToast} />
      )}
      <Problem message={action.error} />
      <p class="small muted">{plural('activity_updates', entries.length)}</p>
      <Updates entries={entries} />
    </div>
  );
}

function Updates({ entries }: Readonly<{ entries: ActivityEntry[] }>): JSX.Element {
  return (
    <ol class="updates small">
      {entries.map((entry) => (
        <li key={entry.id} class="row">
          <time dateTime={new Date(entry.at).toISOString()}>{timeOnly(entry.at)}</time>
          <span class="numbers">
            {clock(entry.position)} <span class="muted">{shareOf(entry)}</span>
          </span>
          <span>{text(`activity_${entry.answer}`)}</span>
          {entry.answer !== 'accepted' && (
            <details>
              <summary>{refusalText(entry)}</summary>
              <code dir="auto">{joinParts(entry.status, entry.code, entry.message)}</code>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function shareOf({ position, duration }: ActivityEntry): string {
  return percent(duration > 0 ? position / duration : 0);
}

/** The updates of one viewing, newest first. */
type ViewingGroup = Readonly<{
  /** The session's id. */
  id: string;
  newest: ActivityEntry;
  entries: ActivityEntry[];
  /**
   * The viewing in the history. `undefined`: the update that records it (cause `crossing`) was not accepted.
   */
  recorded: Viewing | undefined;
}>;

type DayGroup = Readonly<{
  /** Midnight in local time, in milliseconds since 1970. */
  day: number;
  viewings: ViewingGroup[];
}>;

/** Groups entries, newest first, into viewings, and the viewings by the local day of their newest update. */
export function groupActivity(entries: ActivityEntry[]): DayGroup[] {
  const bySession = groupBy(entries, ({ sessionId }) => sessionId);
  const viewings = [...bySession].flatMap(([id, own]) => {
    const [newest] = own;
    return newest === undefined ? [] : [{ id, newest, entries: own, recorded: recordedOf(own) }];
  });
  const byDay = groupBy(viewings, ({ newest }) => new Date(newest.at).setHours(0, 0, 0, 0));
  return [...byDay].map(([day, own]) => ({ day, viewings: own }));
}

function groupBy<Value, Key>(values: Value[], keyOf: (value: Value) => Key): ReadonlyMap<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

function recordedOf(entries: ActivityEntry[]): Viewing | undefined {
  const found = entries.find(({ answer, cause }) => answer === 'accepted' && cause === 'crossing');
  if (found?.media === undefined) return undefined;
  const { sessionId, media, position, duration, at } = found;
  return { id: sessionId, media, position, duration, at };
}
