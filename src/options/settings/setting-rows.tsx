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
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly id?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
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
}: {
  readonly label: string;
  readonly hint?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}): JSX.Element {
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
}: {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}): JSX.Element {
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
