import type { ComponentChildren, JSX } from 'preact';
import { Switch } from '../../ui/components/switch';

/**
 * One setting: label and hint on one side, the control on the other. `id` is that of a control in `children`.
 */
export function SettingRow({
  label,
  hint,
  id,
  children,
}: Readonly<{
  label: string;
  hint?: string | undefined;
  id?: string;
  children: ComponentChildren;
}>): JSX.Element {
  return (
    <div class="setting">
      <div class="stack tight grow">
        {id === undefined ? (
          <span class="label">{label}</span>
        ) : (
          <label class="label" for={id}>
            {label}
          </label>
        )}
        {hint !== undefined && <span class="small muted">{hint}</span>}
      </div>
      <div class="control">{children}</div>
    </div>
  );
}

/** A setting that is on or off. */
export function SwitchRow({
  label,
  hint,
  on,
  onChange,
}: Readonly<{
  label: string;
  hint?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}>): JSX.Element {
  return (
    <SettingRow label={label} hint={hint}>
      <Switch on={on} label={label} onChange={onChange} />
    </SettingRow>
  );
}

/** A setting with a list of values. */
export function SelectRow<Value extends string | number>({
  id,
  label,
  hint,
  value,
  options,
  onChange,
}: Readonly<{
  id: string;
  label: string;
  hint?: string;
  value: Value;
  options: readonly Readonly<{ value: Value; label: string }>[];
  onChange: (value: Value) => void;
}>): JSX.Element {
  return (
    <SettingRow id={id} label={label} hint={hint}>
      <select
        id={id}
        value={String(value)}
        onChange={(event) => {
          const chosen = options[event.currentTarget.selectedIndex];
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={String(option.value)} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </SettingRow>
  );
}
