import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Correction } from '../../core/media/correction';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { correctionsStore } from '../../platform/storage/stores';
import { Empty } from '../../ui/components/empty';
import { errorText } from '../../ui/text/error-text';
import type { ToastContent } from '../../ui/components/toast';
import { useStored } from '../../ui/hooks/use-stored';
import { CorrectionRow } from './correction-row';

/** Every "Not this?" that the person ever answered. */
export function CorrectionsSection({
  onToast,
}: {
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const corrections = useStored(correctionsStore);
  const [words, setWords] = useState('');
  if (corrections === undefined)
    return (
      <p class="muted" role="status">
        {text('common_loading')}
      </p>
    );
  if (corrections.length === 0)
    return (
      <Empty title={text('corrections_empty')}>
        <p>{text('corrections_empty_hint')}</p>
      </Empty>
    );

  const remove = (correction: Correction) => {
    const failed = (problem: unknown) => onToast({ message: errorText(problem) });
    const restore = () =>
      void send('corrections.restore', { correction }).then(
        () => onToast({ message: text('common_undone') }),
        failed,
      );
    send('corrections.remove', { id: correction.id }).then(
      () => onToast({ message: text('corrections_removed'), undo: restore }),
      failed,
    );
  };
  const wanted = words.trim().toLowerCase();
  const shown = corrections.filter((one) =>
    [one.label, one.media.title, one.media.seriesTitle].some(
      (said) => said?.toLowerCase().includes(wanted) === true,
    ),
  );
  return (
    <>
      <p class="muted">{text('corrections_intro')}</p>
      <div class="field">
        <label for="correction-words">{text('corrections_search')}</label>
        <input
          id="correction-words"
          type="search"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {shown.length === 0 && <p role="status">{text('corrections_none')}</p>}
      <ul class="stack">
        {shown.slice(0, 300).map((correction) => (
          <CorrectionRow
            key={correction.id}
            correction={correction}
            onRemove={() => remove(correction)}
            onChanged={() => onToast({ message: text('common_saved') })}
          />
        ))}
      </ul>
    </>
  );
}
