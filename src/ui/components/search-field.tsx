import type { JSX } from 'preact';

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
