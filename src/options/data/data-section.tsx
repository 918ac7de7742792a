import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { textKey } from '../../ui/text/text-key';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { Confirmed } from '../../ui/components/confirm-button';
import { readBackup } from './read-backup';
import { fileName, saveFile } from '../../ui/save-file';

/** What belongs to the person: take it along, bring it back, or leave nothing behind. */
export function DataSection({ onToast }: { readonly onToast: (toast: ToastContent) => void }): JSX.Element {
  const backup = useAction();
  const erase = useAction();
  const save = () =>
    void backup.run(async () =>
      saveFile(
        fileName('backup', 'json', new Date()),
        'application/json',
        `${JSON.stringify(await send('data.export', {}), undefined, 2)}\n`,
      ),
    );
  return (
    <>
      <div class="card stack">
        <h2>{text('data_backup')}</h2>
        <p class="muted">{text('data_backup_hint')}</p>
        <div>
          <button type="button" class="button main" onClick={save}>
            {text('data_backup_save')}
          </button>
        </div>
        <Problem message={backup.error} />
      </div>
      <Restore onToast={onToast} />
      <div class="card stack">
        <h2>{text('data_erase')}</h2>
        <p class="muted">{text('data_erase_hint')}</p>
        <div>
          <Confirmed
            label={text('data_erase_do')}
            question={text('data_erase_sure')}
            onConfirm={async () => {
              if (!(await erase.run(() => send('data.erase', {})))) return;
              localStorage.clear();
              onToast({ message: text('data_erased') });
            }}
          />
        </div>
        <Problem message={erase.error} />
      </div>
    </>
  );
}

function Restore({ onToast }: { readonly onToast: (toast: ToastContent) => void }): JSX.Element {
  const [problem, setProblem] = useState<string>();
  const action = useAction();
  const restore = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file === undefined || action.busy) return;
    setProblem(undefined);
    const read = await readBackup(file);
    // Emptied, so that choosing the same file again after a repair counts as a choice.
    input.value = '';
    if (!read.ok) setProblem(text(textKey('data', read.reason)));
    else if (await action.run(() => send('data.import', { backup: read.backup })))
      onToast({ message: text('data_restored') });
  };
  const failed = problem ?? (action.error === undefined ? undefined : text('data_refused', action.error));
  return (
    <div class="card stack">
      <h2>{text('data_restore')}</h2>
      <p class="muted">{text('data_restore_hint')}</p>
      <div class="field">
        <label for="backup-file">{text('data_restore_file')}</label>
        <input
          id="backup-file"
          type="file"
          accept=".json,application/json"
          onChange={(event) => void restore(event.currentTarget)}
        />
      </div>
      <Problem message={failed} />
    </div>
  );
}
