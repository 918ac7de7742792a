import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { readSlot, showSlot } from './slot-value';
import type { Slot } from './source-shapes';

type SlotFieldProps = Readonly<{
  slot: Slot;
  value: unknown;
  /** What the slot belongs to, for screen readers. */
  label: string;
  /** `undefined` removes the slot from the definition. */
  onChange: (value: unknown) => void;
}>;

/** The field for one value of a definition, by its type. */
export function SlotField(props: SlotFieldProps): JSX.Element {
  if (props.slot.type === 'flag') return <FlagField {...props} />;
  return props.slot.type === 'choice' ? <ChoiceField {...props} /> : <TypedField {...props} />;
}

function FlagField({ slot: { key, start }, value, label, onChange }: SlotFieldProps): JSX.Element {
  return (
    <label class="slot flag">
      <input
        type="checkbox"
        aria-label={`${label}: ${key}`}
        checked={value === true}
        // A flag that is always set marks the kind of its source.
        disabled={start === true}
        onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
      />{' '}
      <code>{key}</code>
    </label>
  );
}

function ChoiceField({
  slot: { key, options = [], start },
  value,
  label,
  onChange,
}: SlotFieldProps): JSX.Element {
  return (
    <label class="slot">
      <code>{key}</code>
      <select
        aria-label={`${label}: ${key}`}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) =>
          onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)
        }
      >
        {start === undefined && <option value="" />}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * A value that is typed. Text that cannot be read stays in the field, and the definition keeps its last
 * value.
 */
function TypedField({ slot: { key, type }, value, label, onChange }: SlotFieldProps): JSX.Element {
  const [invalid, setInvalid] = useState<string>();
  const change = (typed: string) => {
    const read = readSlot(type, typed);
    setInvalid(read.ok ? undefined : typed);
    if (read.ok) onChange(read.value);
  };
  return (
    <label class="slot">
      <code>{key}</code>
      <input
        type="text"
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        aria-label={`${label}: ${key}`}
        aria-invalid={invalid !== undefined}
        value={invalid ?? showSlot(type, value)}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}
