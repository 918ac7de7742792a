import type { JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';

/** A button for something that cannot be taken back: it asks first, in place, with the safe answer focused. */
export function Confirmed({
  label,
  question,
  onConfirm,
}: {
  readonly label: string;
  readonly question: string;
  readonly onConfirm: () => Promise<unknown>;
}): JSX.Element {
  const [asking, setAsking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the paint: a key pressed at once after the click must already meet the safe answer.
  useLayoutEffect(() => {
    if (asking) dialog.current?.showModal();
  }, [asking]);
  return (
    <>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        {label}
      </button>
      {asking && (
        <dialog ref={dialog} aria-labelledby={id} onClose={() => setAsking(false)}>
          <div class="stack">
            <h2 id={id}>{question}</h2>
            <div class="row">
              <button type="button" class="button" autofocus onClick={() => dialog.current?.close()}>
                {text('common_keep')}
              </button>
              <button
                type="button"
                class="button danger"
                onClick={() => void onConfirm().finally(() => dialog.current?.close())}
              >
                {label}
              </button>
            </div>
          </div>
        </dialog>
      )}
    </>
  );
}
