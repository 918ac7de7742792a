import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Correction } from '../../core/media/correction';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { correctionsStore } from '../../platform/storage/stores';
import { Empty } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { SearchField } from '../../ui/components/controls';
import type { ToastContent } from '../../ui/components/toast';
import { useStored } from '../../ui/hooks/use-stored';
import { errorText } from '../../ui/text/error-text';
import { CorrectionRow } from './correction-row';

/** Corrections that are shown; a search finds the others. */
const MAX_ROWS = 300;

type CorrectionsProps = Readonly<{
  onToast: (toast: ToastContent) => void;
}>;

/** The corrections that the person made, to search, change and remove. */
export function CorrectionsSection({ onToast }: CorrectionsProps): JSX.Element {
  const corrections = useStored(correctionsStore);
  if (corrections === undefined) return <Loading />;
  if (corrections.length === 0)
    return (
      <Empty title={text('corrections_empty')}>
        <p>{text('corrections_empty_hint')}</p>
      </Empty>
    );
  return <CorrectionList corrections={corrections} onToast={onToast} />;
}

function CorrectionList({
  corrections,
  onToast,
}: CorrectionsProps & Readonly<{ corrections: Correction[] }>): JSX.Element {
  const [words, setWords] = useState('');
  const shown = corrections.filter((correction) => matches(correction, words));
  return (
    <>
      <p class="muted">{text('corrections_intro')}</p>
      <SearchField
        id="correction-words"
        label={text('corrections_search')}
        value={words}
        onInput={setWords}
      />
      {shown.length === 0 && <p role="status">{text('corrections_none')}</p>}
      <ul class="stack">
        {shown.slice(0, MAX_ROWS).map((correction) => (
          <CorrectionRow
            key={correction.id}
            correction={correction}
            onRemove={() => void remove(correction, onToast)}
            onChanged={() => onToast({ message: text('common_saved') })}
          />
        ))}
      </ul>
    </>
  );
}

/** Removes a correction and offers to restore the same record. */
async function remove(correction: Correction, onToast: CorrectionsProps['onToast']): Promise<void> {
  const attempt = async (job: Promise<unknown>, done: ToastContent) => {
    try {
      await job;
      onToast(done);
    } catch (problem) {
      onToast({ message: errorText(problem) });
    }
  };
  const restore = () =>
    void attempt(send('corrections.restore', { correction }), { message: text('common_undone') });
  await attempt(send('corrections.remove', { id: correction.id }), {
    message: text('corrections_removed'),
    undo: restore,
  });
}

function matches({ label, media }: Correction, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return [label, media.title, media.seriesTitle].some((part) => part?.toLowerCase().includes(wanted));
}
