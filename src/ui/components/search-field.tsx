import type { JSX } from 'preact';

/** A labelled search field that reports each change. `class` is that of the box around label and field. */
export function SearchField({
  id,
  label,
  value,
  onInput,
  class: names = 'field',
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly class?: string;
}): JSX.Element {
  return (
    <div class={names}>
      <label for={id}>{label}</label>
      <input id={id} type="search" value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </div>
  );
}
