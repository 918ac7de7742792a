import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { BaseUrlForm } from '../account/base-url-form';
import { saveFile, fileName } from '../../ui/save-file';
import { SelectRow, SettingRow } from '../settings/setting-rows';
import { useSettings } from '../settings/use-settings';

export function AdvancedSection({
  onToast,
}: {
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const { settings, set, error } = useSettings();
  return (
    <>
      <div class="card stack">
        <h2>{text('account_tracker')}</h2>
        <BaseUrlForm settings={settings} />
      </div>
      <div class="card settings">
        <Problem message={error} />
        <SettingRow
          id="device-path"
          label={text('advanced_device_path')}
          hint={text('advanced_device_path_hint')}
        >
          <input
            id="device-path"
            key={settings.devicePath}
            dir="ltr"
            spellcheck={false}
            defaultValue={settings.devicePath}
            maxLength={200}
            onChange={(event) => set({ devicePath: event.currentTarget.value.trim() })}
          />
        </SettingRow>
        <SelectRow
          id="log-level"
          label={text('advanced_log')}
          hint={text('advanced_log_hint')}
          value={settings.logLevel}
          options={(['error', 'info', 'debug'] as const).map((value) => ({
            value,
            label: text(`advanced_log_${value}`),
          }))}
          onChange={(logLevel) => set({ logLevel })}
        />
      </div>
      <ProblemReport onToast={onToast} />
    </>
  );
}

/** Made only when asked for, shown before it goes anywhere, and sent by nobody but the person. */
function ProblemReport({ onToast }: { readonly onToast: (toast: ToastContent) => void }): JSX.Element {
  const [titles, setTitles] = useState(false);
  const [report, setReport] = useState<string>();
  const action = useAction();
  return (
    <div class="card stack">
      <h2>{text('report')}</h2>
      <p class="muted">{text('report_hint')}</p>
      <label class="choice">
        <input
          type="checkbox"
          checked={titles}
          onChange={(event) => {
            setTitles(event.currentTarget.checked);
            setReport(undefined);
          }}
        />
        <span>{text('report_titles')}</span>
      </label>
      <div>
        <button
          type="button"
          class="button"
          onClick={() => void action.run(async () => setReport(await send('problem.report', { titles })))}
        >
          {text('report_make')}
        </button>
      </div>
      <Problem message={action.error} />
      {report !== undefined && (
        <>
          <textarea class="mono" rows={12} readOnly aria-label={text('report')} dir="ltr" value={report} />
          <div class="row">
            <button
              type="button"
              class="button"
              onClick={() =>
                void navigator.clipboard.writeText(report).then(
                  () => onToast({ message: text('common_copied') }),
                  () => undefined,
                )
              }
            >
              {text('common_copy')}
            </button>
            <button
              type="button"
              class="button"
              onClick={() => saveFile(fileName('report', 'txt', new Date()), 'text/plain', report)}
            >
              {text('common_save_file')}
            </button>
          </div>
        </>
      )}
    </div>
  );
}
