import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { OutboxView } from '../../core/outbox/outbox-view';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { OutboxCounts } from '../../platform/storage/stores';
import { Empty } from '../../ui/components/empty';
import { ForeignQueue } from '../../ui/components/foreign-queue';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { CorrectionForm } from '../../ui/correction/correction-form';
import { useAction } from '../../ui/hooks/use-action';
import { useAnswer } from '../../ui/hooks/use-answer';
import { useSiteNames } from '../../ui/hooks/use-site-names';
import { GROUPS, LaterGroup, type Act } from './later-group';

interface LaterViewProps {
  readonly counts: OutboxCounts;
  readonly account: AccountView;
  readonly onToast: (toast: ToastContent) => void;
}

/** The updates that are not in the history yet: first those that need an action, then those that wait. */
export function LaterView({ counts, account, onToast }: LaterViewProps): JSX.Element {
  const { value: entries, error, again } = useAnswer('outbox.list', {});
  const siteName = useSiteNames();
  const [remapped, setRemapped] = useState<string>();
  useEffect(again, [counts.waiting, counts.review, counts.parked]);

  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  if (entries === undefined) return <Loading class="muted loading" />;
  const chosen = entries.find((entry) => entry.id === remapped);
  if (chosen !== undefined) {
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
  }
  if (entries.length === 0)
    return (
      <Empty title={text('later_empty')}>
        <p>{text('later_empty_hint')}</p>
      </Empty>
    );
  return (
    <Queue
      entries={entries}
      siteName={siteName}
      signedIn={account.state === 'signed-in'}
      onRemap={setRemapped}
      onChanged={again}
      onToast={onToast}
    />
  );
}

interface QueueProps {
  readonly entries: readonly OutboxView[];
  readonly siteName: (siteId: string) => string;
  readonly signedIn: boolean;
  readonly onRemap: (id: string) => void;
  readonly onChanged: () => void;
  readonly onToast: (toast: ToastContent) => void;
}

function Queue({ entries, siteName, signedIn, onRemap, onChanged, onToast }: QueueProps): JSX.Element {
  const action = useAction();
  const heading = useRef<HTMLHeadingElement>(null);
  const act: Act = async (job, message) => {
    if (action.busy || !(await action.run(job))) return;
    onToast({ message });
    onChanged();
    // The button that was pressed may disappear with its entry, and the focus with it.
    heading.current?.focus();
  };
  const foreign = entries.filter((entry) => entry.state === 'foreign');
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
          canSend={signedIn}
          onDecide={(adopt) =>
            void act(
              () => send('account.adopt-queue', { send: adopt }),
              text(adopt ? 'later_retried' : 'later_dropped'),
            )
          }
        />
      )}
      {GROUPS.map((group) => (
        <LaterGroup
          key={group}
          group={group}
          entries={entries}
          siteName={siteName}
          act={act}
          onRemap={onRemap}
        />
      ))}
    </div>
  );
}
