import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { OutboxCounts } from '../../platform/storage/stores';
import { CorrectionForm } from '../../ui/components/correction-form';
import { Empty } from '../../ui/components/empty';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { useAnswer } from '../../ui/hooks/use-answer';
import { useSiteNames } from '../../ui/hooks/use-site-names';
import { ForeignQueue } from './foreign-queue';
import { LaterEntry } from './later-entry';

const groups = ['review', 'unmatched', 'parked', 'waiting'] as const;

/** Everything that is not in the history yet: what needs a hand first, then what goes out by itself. */
export function LaterView({
  counts,
  account,
  onToast,
}: {
  readonly counts: OutboxCounts;
  readonly account: AccountView;
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const { value, error, again } = useAnswer('outbox.list', {});
  const [remapped, setRemapped] = useState<string>();
  const action = useAction();
  const nameOfSite = useSiteNames();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(again, [counts.waiting, counts.review, counts.parked]);

  /** The entry that was acted on may vanish with its button; the focus goes to the heading instead of nowhere. */
  const act = async (job: () => Promise<unknown>, message: string) => {
    if (action.busy || !(await action.run(job))) return;
    onToast({ message });
    again();
    heading.current?.focus();
  };

  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  if (value === undefined)
    return (
      <p class="muted loading" role="status">
        {text('common_loading')}
      </p>
    );
  const chosen = value.find((entry) => entry.id === remapped);
  if (chosen !== undefined) {
    return (
      <CorrectionForm
        item={chosen.item}
        {...(chosen.candidates === undefined ? {} : { candidates: chosen.candidates })}
        onCancel={() => setRemapped(undefined)}
        onSave={async (choice) => {
          await send('corrections.set', { of: { outboxId: chosen.id }, ...choice });
          setRemapped(undefined);
          onToast({ message: text('correct_saved') });
          again();
        }}
      />
    );
  }
  if (value.length === 0)
    return (
      <Empty title={text('later_empty')}>
        <p>{text('later_empty_hint')}</p>
      </Empty>
    );
  const inGroup = (group: string) =>
    value.filter((entry) => entry.state === group || (group === 'waiting' && entry.state === 'sending'));
  const foreign = value.filter((entry) => entry.state === 'foreign');
  return (
    <div class="stack">
      <div class="row spread">
        <h2 ref={heading} tabIndex={-1} class="view-heading">
          {text('later_heading')}
        </h2>
        <button
          type="button"
          class="button small"
          aria-disabled={action.busy}
          onClick={() => void act(() => send('outbox.retry', {}), text('later_retried'))}
        >
          {text('later_retry_all')}
        </button>
      </div>
      <Problem message={action.error} />
      {foreign.length > 0 && (
        <ForeignQueue
          count={foreign.length}
          signedIn={account.state === 'signed-in'}
          onDecide={(go) =>
            void act(
              () => send('account.adopt-queue', { send: go }),
              text(go ? 'later_retried' : 'later_dropped'),
            )
          }
        />
      )}
      {groups.map((group) => (
        <Group
          key={group}
          group={group}
          entries={inGroup(group)}
          nameOfSite={nameOfSite}
          act={act}
          onRemap={setRemapped}
        />
      ))}
    </div>
  );
}

function Group({
  group,
  entries,
  nameOfSite,
  act,
  onRemap,
}: {
  readonly group: (typeof groups)[number];
  readonly entries: readonly OutboxView[];
  readonly nameOfSite: (siteId: string) => string;
  readonly act: (job: () => Promise<unknown>, message: string) => Promise<void>;
  readonly onRemap: (id: string) => void;
}): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (entries.length === 0) return null;
  const shown = all ? entries : entries.slice(0, 20);
  return (
    <section class="stack tight" aria-labelledby={`later-${group}`}>
      <h3 id={`later-${group}`} class="small-heading">
        {text(`later_${group}`)} <span class="count">{entries.length}</span>
      </h3>
      <ul class="stack">
        {shown.map((entry) => (
          <LaterEntry
            key={entry.id}
            entry={entry}
            siteName={nameOfSite(entry.siteId)}
            onAccept={() => void act(() => send('outbox.accept', { id: entry.id }), text('later_accepted'))}
            onRetry={() => void act(() => send('outbox.retry', { id: entry.id }), text('later_retried'))}
            onDrop={() => void act(() => send('outbox.drop', { id: entry.id }), text('later_dropped'))}
            onRemap={() => onRemap(entry.id)}
          />
        ))}
      </ul>
      {shown.length < entries.length && (
        <div>
          <button type="button" class="button small" onClick={() => setAll(true)}>
            {text('common_show_all', entries.length)}
          </button>
        </div>
      )}
    </section>
  );
}
