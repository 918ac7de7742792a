import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Slot } from './source-shapes';

interface SlotFieldProps {
  readonly slot: Slot;
  readonly value: unknown;
  readonly label: string;
  readonly onChange: (value: unknown) => void;
}

/** One thing to fill in, in the form that its type asks for. An empty one is left out of the definition. */
export function SlotField({
  slot: { key, type, options = [], start },
  value,
  label,
  onChange,
}: SlotFieldProps): JSX.Element {
  const [broken, setBroken] = useState<string>();
  const name = `${label}: ${key}`;
  if (type === 'flag') {
    return (
      <label class="slot flag">
        <input
          type="checkbox"
          aria-label={name}
          checked={value === true}
          disabled={start === true}
          onChange={(event) => onChange(event.currentTarget.checked ? true : undefined)}
        />{' '}
        <code>{key}</code>
      </label>
    );
  }
  if (type === 'choice') {
    return (
      <label class="slot">
        <code>{key}</code>
        <select
          aria-label={name}
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
  const shown =
    broken ??
    (type === 'list'
      ? Array.isArray(value)
        ? value.join(', ')
        : ''
      : type === 'json'
        ? value === undefined
          ? ''
          : JSON.stringify(value)
        : typeof value === 'string' || typeof value === 'number'
          ? String(value)
          : '');
  const change = (typed: string) => {
    const read = readTyped(type, typed);
    setBroken(read.ok ? undefined : typed);
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
        aria-label={name}
        aria-invalid={broken !== undefined}
        value={shown}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

function readTyped(
  type: Slot['type'],
  typed: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  if (typed === '') return { ok: true, value: undefined };
  switch (type) {
    case 'number':
      return Number.isFinite(Number(typed)) ? { ok: true, value: Number(typed) } : { ok: false };
    case 'list':
      return {
        ok: true,
        value: typed
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      };
    case 'json':
      try {
        return { ok: true, value: JSON.parse(typed) as unknown };
      } catch {
        return { ok: false };
      }
    case 'text':
    case 'flag':
    case 'choice':
      return { ok: true, value: typed };
  }
}
