import type { ComponentChildren, JSX } from 'preact';
import { Switch } from '../../ui/components/controls';
import { type Settings, defaultSettings } from '../../core/settings/settings';
import { language, text } from '../../platform/browser/i18n';
import { percent } from '../../ui/text/format';
import { send } from '../../platform/messaging/send';
import { settingsStore } from '../../platform/storage/stores';
import { useAction } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';

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
  options: Readonly<{ value: Value; label: string }>[];
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

type Choice<Value> = Readonly<{ value: Value; label: string }>;

/** Offered times between two updates, in seconds. */
const INTERVALS = [30, 60, 120, 300, 600];

/** Offered minimum lengths of an item, in seconds. */
const LENGTHS = [0, 30, 60, 180, 300, 600, 1200];

/** Times between two updates. A current value that is not in the list (from a backup) is added. */
export function intervals(current: number): Choice<number>[] {
  return withCurrent(INTERVALS, current).map((value) => ({ value, label: duration(value) }));
}

/**
 * The share of an item that must be played before the item counts as watched. 0 stands for the minimum of one
 * minute, which always applies.
 */
export function evidences(): Choice<Settings['evidence']>[] {
  return ([0, 0.25, 0.5, 0.8] as const).map((value) => ({
    value,
    label: value === 0 ? duration(60) : percent(value),
  }));
}

/**
 * Lengths below which an item is skipped. A current value that is not in the list (from a backup) is added.
 */
export function lengths(current: number): Choice<number>[] {
  return withCurrent(LENGTHS, current).map((value) => ({
    value,
    label: value === 0 ? text('scrobbling_no_minimum') : duration(value),
  }));
}

function withCurrent(offered: number[], current: number): number[] {
  return offered.includes(current) ? offered : [...offered, current].sort((a, b) => a - b);
}

function duration(seconds: number): string {
  const minutes = seconds >= 60 && seconds % 60 === 0;
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: minutes ? 'minute' : 'second',
    unitDisplay: 'long',
  }).format(minutes ? seconds / 60 : seconds);
}

/** The stored settings and a function that stores a change. A change that fails is not shown. */
export function useSettings(): {
  settings: Settings;
  set: (change: Partial<Settings>) => void;
  error: string | undefined;
} {
  const settings = useStored(settingsStore) ?? defaultSettings;
  const action = useAction();
  return {
    settings,
    error: action.error,
    set: (change) => void action.run(() => send('settings.set', { ...change })),
  };
}

/** The choice between the theme of the system, light and dark. */
export function ThemeChoice(): JSX.Element {
  const { theme } = useStored(settingsStore) ?? defaultSettings;
  return (
    <div class="segments theme" role="radiogroup" aria-label={text('theme')}>
      {(['system', 'light', 'dark'] as const).map((one) => (
        <label key={one}>
          {/* When storing fails, the stored theme stays checked. */}
          <input
            type="radio"
            name="theme"
            checked={theme === one}
            onChange={() => void send('settings.set', { theme: one }).catch(() => undefined)}
          />
          {text(`theme_${one}`)}
        </label>
      ))}
    </div>
  );
}
