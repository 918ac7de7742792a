import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { BaseUrlForm } from '../account/base-url-form';
import { SelectRow, SettingRow } from '../settings/setting-rows';
import { useSettings } from '../settings/use-settings';
import { LogView } from './log-view';
import { ProblemReport } from './problem-report';

const LOG_LEVELS = ['error', 'info', 'debug'] as const;

/** Settings for unusual trackers, the log and the problem report. */
export function AdvancedSection({
  onToast,
}: Readonly<{
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  const { settings, set, error } = useSettings();
  return (
    <>
      <div class="card stack">
        <h2>{text('account_tracker')}</h2>
        <BaseUrlForm settings={settings} />
      </div>
      <div class="card settings">
        <Problem message={error} />
        <DevicePathRow value={settings.devicePath} onChange={(devicePath) => set({ devicePath })} />
        <SelectRow
          id="log-level"
          label={text('advanced_log')}
          hint={text('advanced_log_hint')}
          value={settings.logLevel}
          options={LOG_LEVELS.map((value) => ({ value, label: text(`advanced_log_${value}`) }))}
          onChange={(logLevel) => set({ logLevel })}
        />
      </div>
      <LogView onToast={onToast} />
      <ProblemReport onToast={onToast} />
    </>
  );
}

function DevicePathRow({
  value,
  onChange,
}: Readonly<{
  value: string;
  onChange: (value: string) => void;
}>): JSX.Element {
  return (
    <SettingRow
      id="device-path"
      label={text('advanced_device_path')}
      hint={text('advanced_device_path_hint')}
    >
      <input
        id="device-path"
        key={value}
        dir="ltr"
        spellcheck={false}
        defaultValue={value}
        maxLength={200}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
    </SettingRow>
  );
}
