import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Slot } from './source-shapes';
import { valueAt } from '../../../core/workbench/draft-history';
import type { DraftPath } from '../draft/use-draft';

type SlotFieldProps = Readonly<{
  slot: Slot;
  value: unknown;
  /** Name of the part that the slot belongs to, for screen readers. */
  label: string;
  /** `undefined` removes the slot from the definition. */
  onChange: (value: unknown) => void;
}>;

/** The input for one value of a definition, according to its type. */
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

/** A text input. Text that cannot be read stays in the input, and the definition keeps its last value. */
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

type SlotType = Slot['type'];

/** The text of an input for a value of a definition. Empty for a value of another type. */
export function showSlot(type: SlotType, value: unknown): string {
  if (value === undefined) return '';
  if (type === 'json') return JSON.stringify(value);
  if (type === 'list') return Array.isArray(value) ? value.join(', ') : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type ReadSlot = Readonly<{ ok: true; value: unknown }> | Readonly<{ ok: false }>;

/** The value of a typed text. `undefined` for an empty text, so that the definition leaves the slot out. */
export function readSlot(type: SlotType, typed: string): ReadSlot {
  return typed === '' ? { ok: true, value: undefined } : READERS[type](typed);
}

const READERS: Readonly<Record<SlotType, (typed: string) => ReadSlot>> = {
  text: readText,
  flag: readText,
  choice: readText,
  number: (typed) => (Number.isFinite(Number(typed)) ? { ok: true, value: Number(typed) } : { ok: false }),
  list: (typed) => {
    const parts = typed.split(',').map((part) => part.trim());
    return { ok: true, value: parts.filter((part) => part !== '') };
  },
  json: readJson,
};

function readText(typed: string): ReadSlot {
  return { ok: true, value: typed };
}

function readJson(typed: string): ReadSlot {
  try {
    return { ok: true, value: JSON.parse(typed) as unknown };
  } catch {
    return { ok: false };
  }
}

/** The list at a path of a definition; empty if there is none. */
export function listAt(value: unknown, path: DraftPath): unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

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
