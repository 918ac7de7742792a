import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { OutboxCounts } from '../../platform/storage/stores';
import { ForeignQueue } from '../../ui/components/foreign-queue';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { GROUPS, LaterGroup } from './later-group';

interface LaterQueueProps {
  readonly entries: readonly OutboxView[];
  /** How many there are; the list may hold fewer. */
  readonly counts: OutboxCounts;
  readonly onMore: () => void;
  readonly siteName: (siteId: string) => string;
  readonly onRemap: (id: string) => void;
  readonly onChanged: () => void;
  readonly onToast: (toast: ToastContent) => void;
}

/** The waiting updates in their groups. */
export function LaterQueue({ counts, ...rest }: LaterQueueProps): JSX.Element {
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
