import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { OutboxCounts } from '../../platform/storage/stores';
import { Empty } from '../../ui/components/empty';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { CorrectionForm } from '../../ui/correction/correction-form';
import { useAnswer } from '../../ui/hooks/use-answer';
import { useSiteNames } from '../../ui/hooks/use-site-names';
import { LaterQueue } from './later-queue';

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
