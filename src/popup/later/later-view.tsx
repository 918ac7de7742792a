import type { JSX } from 'preact';
import { useEffect, useState, useRef } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { OutboxCounts } from '../../platform/storage/stores';
import { Empty, Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import type { ToastContent } from '../../ui/components/toast';
import { CorrectionForm } from '../../ui/correction/correction-form';
import { useAnswer, useSiteNames } from '../../ui/hooks/use-answer';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { ForeignQueue } from '../../ui/components/account-notices';
import { useAction } from '../../ui/hooks/use-action';
import type { Media } from '../../core/media/media';
import { wholeNumber } from '../../ui/text/plural';
import { confirmSite } from '../environment/confirm-site';
import { LaterEntry } from './later-entry';

type LaterViewProps = Readonly<{
  counts: OutboxCounts;
  onToast: (toast: ToastContent) => void;
}>;

/** The updates that are not in the history yet: first those that need an action, then those that wait. */
export function LaterView({ counts, onToast }: LaterViewProps): JSX.Element {
  const [limit, setLimit] = useState(FIRST_ENTRIES);
  const { value: entries, error, again } = useAnswer('outbox.list', { limit });
  const siteName = useSiteNames();
  const [remapped, setRemapped] = useState<string>();
  useEffect(again, Object.values(counts));

  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  if (entries === undefined) return <Loading class="muted loading" />;
  const chosen = entries.find((entry) => entry.id === remapped);
  if (chosen !== undefined)
    return (
      <CorrectionForm
        item={chosen.item}
        candidates={chosen.candidates}
        onCancel={() => setRemapped(undefined)}
        onSave={async (choice) => {
          await send('corrections.set', { of: { outboxId: chosen.id }, ...choice });
          setRemapped(undefined);
          onToast({ message: text('correct_saved') });
          again();
        }}
      />
    );
  if (entries.length === 0) return <NothingLeft />;
  return (
    <LaterQueue
      entries={entries}
      counts={counts}
      onMore={() => setLimit(MOST_ENTRIES)}
      siteName={siteName}
      onRemap={setRemapped}
      onChanged={again}
      onToast={onToast}
    />
  );
}

function NothingLeft(): JSX.Element {
  return (
    <Empty title={text('later_empty')}>
      <p>{text('later_empty_hint')}</p>
    </Empty>
  );
}

/** Entries of a group that are read until the person asks for more. */
const FIRST_ENTRIES = 20;

const MOST_ENTRIES = 1_000;

/** The groups in their order; `waiting` includes the entries that are being sent. */
const GROUPS = ['foreign', 'review', 'unmatched', 'parked', 'waiting'] as const;

type LaterQueueProps = Readonly<{
  entries: OutboxView[];
  /** How many there are; the list may hold fewer. */
  counts: OutboxCounts;
  onMore: () => void;
  siteName: (siteId: string) => string;
  onRemap: (id: string) => void;
  onChanged: () => void;
  onToast: (toast: ToastContent) => void;
}>;

/** The waiting updates in their groups. */
function LaterQueue({ counts, ...rest }: LaterQueueProps): JSX.Element {
  const { entries, siteName, onRemap, onMore } = rest;
  const { act, heading, busy, error } = useQueueAction(rest);
  const decideForeign = (adopt: boolean) =>
    void act(
      () => send('account.adopt-queue', { send: adopt }),
      text(adopt ? 'later_retried' : 'later_dropped'),
    );
  return (
    <div class="stack">
      <div class="row spread">
        <h2 ref={heading} tabIndex={-1} class="view-heading">
          {text('later_heading')}
        </h2>
        <button
          type="button"
          class="button small"
          aria-disabled={busy}
          onClick={() => void act(() => send('outbox.retry', {}), text('later_retried'))}
        >
          {text('later_retry_all')}
        </button>
      </div>
      <Problem message={error} />
      {counts.foreign > 0 && <ForeignQueue count={counts.foreign} onDecide={decideForeign} />}
      {GROUPS.map((group) => (
        <LaterGroup
          key={group}
          {...{ group, entries, siteName, act, onRemap, onMore }}
          count={counts[group]}
        />
      ))}
    </div>
  );
}

/** Runs an action on the queue, then reports it and moves the focus to the heading. */
function useQueueAction({ onChanged, onToast }: Pick<LaterQueueProps, 'onChanged' | 'onToast'>) {
  const { run, busy, error } = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const act = async (job: () => Promise<unknown>, message: string) => {
    if (busy || !(await run(job))) return;
    onToast({ message });
    onChanged();
    // The button that was pressed may disappear with its entry, and the focus with it.
    heading.current?.focus();
  };
  return { act, heading, busy, error };
}

type GroupName = (typeof GROUPS)[number];

/** Runs a job unless another one runs, and shows the message when it succeeded. */
type Act = (job: () => Promise<unknown>, message: string) => Promise<void>;

type LaterGroupProps = Readonly<{
  group: GroupName;
  /** The entries of all groups. */
  entries: OutboxView[];
  /** How many entries the group has; `entries` may hold fewer. */
  count: number;
  onMore: () => void;
  siteName: (siteId: string) => string;
  act: Act;
  onRemap: (id: string) => void;
}>;

/** The entries of one group under a heading with their number; nothing for an empty group. */
function LaterGroup(props: LaterGroupProps): JSX.Element | null {
  const { group, entries, siteName, act, onRemap, onMore } = props;
  const own = entries.filter(({ state }) => (state === 'sending' ? 'waiting' : state) === group);
  if (own.length === 0) return null;
  // The counts are published after a delivery, so that the list may know of more.
  const count = Math.max(props.count, own.length);
  return (
    <section class="stack tight" aria-labelledby={`later-${group}`}>
      <h3 id={`later-${group}`} class="small-heading">
        {text(group === 'foreign' ? 'later_foreign_group' : `later_${group}`)}{' '}
        <span class="count">{wholeNumber(count)}</span>
      </h3>
      <ul class="stack">
        {own.map((entry) => (
          <LaterEntry
            key={entry.id}
            entry={entry}
            siteName={siteName(entry.siteId)}
            onAccept={() => void act(() => accept(entry), text('later_accepted'))}
            onRetry={() => void act(() => send('outbox.retry', { id: entry.id }), text('later_retried'))}
            onDrop={() => void act(() => send('outbox.drop', { id: entry.id }), text('later_dropped'))}
            onRemap={() => onRemap(entry.id)}
            onChoose={(media) => void act(() => choose(entry, media), text('later_accepted'))}
          />
        ))}
      </ul>
      {own.length < count && (
        <div>
          <button type="button" class="button small" onClick={onMore}>
            {text('common_show_all', wholeNumber(count))}
          </button>
        </div>
      )}
    </section>
  );
}

async function accept({ id, siteId }: OutboxView): Promise<void> {
  await send('outbox.accept', { id });
  await confirmSite(siteId);
}

/**
 * For an episode with a number the choice is for the whole series: its other episodes have the same answer.
 */
function choose({ id, item }: OutboxView, media: Media): Promise<unknown> {
  const scope = item.type === 'episode' && item.episodeNumber !== undefined ? 'series' : 'item';
  return send('corrections.set', { of: { outboxId: id }, scope, media });
}
