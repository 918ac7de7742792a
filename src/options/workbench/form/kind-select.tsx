import type { JSX } from 'preact';

/** Chooses the kind of a source or transform. */
export function KindSelect({
  label,
  kinds,
  value,
  onChange,
}: Readonly<{
  label: string;
  kinds: string[];
  value: string;
  onChange: (kind: string) => void;
}>): JSX.Element {
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
