import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';

type ConfirmButtonProps = Readonly<{
  label: string;
  question: string;
  onConfirm: () => Promise<unknown>;
  /** Stands between the question and the answers. */
  children?: ComponentChildren;
}>;

/** A button for something that cannot be undone: it opens a dialog first, which focuses the safe answer. */
export function ConfirmButton(props: ConfirmButtonProps): JSX.Element {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        {props.label}
      </button>
      {asking && <ConfirmDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function ConfirmDialog({
  label,
  question,
  onConfirm,
  onClose,
  children,
}: ConfirmButtonProps & Readonly<{ onClose: () => void }>): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  // Opened before the paint, so that a key pressed right after the click meets the safe answer.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div class="stack">
        <h2 id={id}>{question}</h2>
        {children}
        <div class="row">
          <button type="button" class="button" autofocus onClick={close}>
            {text('common_cancel')}
          </button>
          <button type="button" class="button danger" onClick={() => void onConfirm().finally(close)}>
            {label}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** A switch that takes effect when it is pressed. */
export function Switch({
  on,
  label,
  onChange,
}: Readonly<{
  on: boolean;
  label: string;
  onChange: (on: boolean) => void;
}>): JSX.Element {
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
    />
  );
}

/** A labelled search field that reports each change. `class` is that of the box around label and field. */
export function SearchField({
  id,
  label,
  value,
  onInput,
  class: names = 'field',
}: Readonly<{
  id: string;
  label: string;
  value: string;
  onInput: (value: string) => void;
  class?: string;
}>): JSX.Element {
  return (
    <div class={names}>
      <label for={id}>{label}</label>
      <input id={id} type="search" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </div>
  );
}
