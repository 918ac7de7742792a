import type { JSX } from 'preact';

/** Chooses the kind of a source or transform. */
export function KindSelect({
  label,
  kinds,
  value,
  onChange,
}: {
  readonly label: string;
  readonly kinds: readonly string[];
  readonly value: string;
  readonly onChange: (kind: string) => void;
}): JSX.Element {
  return (
    <select
      aria-label={label}
      class="kind"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {kind}
        </option>
      ))}
    </select>
  );
}
