import type { JSX } from 'preact';

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
