import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { ConfirmButton } from '../../ui/components/controls';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { saveJson } from '../../ui/save-file';
import { makeBackup } from './backup';
import { Restore } from './restore';

type DataProps = Readonly<{
  onToast: (toast: ToastContent) => void;
}>;

/** Saves, restores and erases everything that the extension stores. */
export function DataSection({ onToast }: DataProps): JSX.Element {
  return (
    <>
      <Backup />
      <Restore onToast={onToast} />
      <Erase onToast={onToast} />
    </>
  );
}

function Backup(): JSX.Element {
  const action = useAction();
  const save = () => void action.run(async () => saveJson('backup', await makeBackup()));
  return (
    <div class="card stack">
      <h2>{text('data_backup')}</h2>
      <p class="muted">{text('data_backup_content')}</p>
      <div>
        <button type="button" class="button main" onClick={save}>
          {text('data_backup_save')}
        </button>
      </div>
      <Problem message={action.error} />
    </div>
  );
}

function Erase({ onToast }: DataProps): JSX.Element {
  const action = useAction();
  const erase = async () => {
    if (!(await action.run(() => send('data.erase', {})))) return;
    localStorage.clear();
    // Of the history in this browser (src/library/database.ts).
    indexedDB.deleteDatabase('matinee-library');
    onToast({ message: text('data_erased') });
  };
  return (
    <div class="card stack">
      <h2>{text('data_erase')}</h2>
      <p class="muted">{text('data_erase_all')}</p>
      <div>
        <ConfirmButton label={text('data_erase_do')} question={text('data_erase_sure')} onConfirm={erase} />
      </div>
      <Problem message={action.error} />
    </div>
  );
}
