import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { ConfirmButton } from '../../ui/components/controls';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { saveJson } from '../../ui/save-file';
import { makeBackup, readBackup } from './backup';
import { useState } from 'preact/hooks';
import type { Backup, BackupPart } from '../../core/settings/backup';
import { textKey } from '../../core/text/text-key';
import type { BackupChanges } from './backup-changes';
import { RestoreChoice } from './restore-choice';
import { TrackerCopy, type OpenedCopy } from './tracker-copy';

type DataProps = Readonly<{
  onToast: (toast: ToastContent) => void;
}>;

/** Saves, restores and erases everything that the extension stores. */
export function DataSection({ onToast }: DataProps): JSX.Element {
  return (
    <>
      <SaveBackup />
      <Restore onToast={onToast} />
      <Erase onToast={onToast} />
    </>
  );
}

function SaveBackup(): JSX.Element {
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
    // The history in this browser is in this database (src/library/database.ts).
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

type FoundBackup = Readonly<{
  backup: Backup;
  changes: BackupChanges;
}>;

type Looked = FoundBackup | Readonly<{ problem: string }>;

/**
 * Reads a backup, from a file or from the tracker, shows what it would change, and restores what the person
 * chose.
 */
function Restore({ onToast }: Readonly<{ onToast: (toast: ToastContent) => void }>): JSX.Element {
  const [found, setFound] = useState<FoundBackup>();
  const [copy, setCopy] = useState<OpenedCopy>();
  const [problem, setProblem] = useState<string>();
  const action = useAction();
  const show = async (find: () => Promise<Looked>, opened?: OpenedCopy) => {
    if (action.busy) return;
    setProblem(undefined);
    setFound(undefined);
    setCopy(opened);
    await action.run(async () => {
      const result = await find();
      if ('problem' in result) return setProblem(result.problem);
      setFound(result);
      if (result.changes.parts.length === 0) await opened?.adopt();
    });
  };
  const read = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file !== undefined) await show(() => findChanges(file));
    // Cleared, so that choosing the same file again fires an event again.
    input.value = '';
  };
  const restore = async (parts: BackupPart[]) => {
    if (found === undefined || action.busy) return;
    const isDone = await action.run(async () => {
      await send('data.import', { backup: found.backup, parts: [...parts] });
      // Restored connectors are inactive until they are checked.
      if (parts.includes('connectors'))
        await import('../workbench/check-own-connectors').then((it) => it.checkOwnConnectors());
      // A partial restore must not overwrite the tracker's copy.
      if (parts.length === found.changes.parts.length) await copy?.adopt();
    });
    if (!isDone) return;
    setFound(undefined);
    onToast({ message: text('data_restored') });
  };
  const failed = problem ?? (action.error === undefined ? undefined : text('data_refused', action.error));
  return (
    <>
      <TrackerCopy onOpened={(opened) => void show(() => changesOf(opened.backup), opened)} />
      <div class="card stack">
        <h2>{text('data_restore')}</h2>
        <p class="muted">{text('data_restore_asks')}</p>
        <FileField onRead={(input) => void read(input)} />
        {found !== undefined && (
          <RestoreChoice
            changes={found.changes}
            onRestore={(parts) => void restore(parts)}
            onCancel={() => setFound(undefined)}
          />
        )}
        <Problem message={failed} />
      </div>
    </>
  );
}

function FileField({ onRead }: Readonly<{ onRead: (input: HTMLInputElement) => void }>): JSX.Element {
  return (
    <div class="field">
      <label for="backup-file">{text('data_restore_file')}</label>
      <input
        id="backup-file"
        type="file"
        accept=".json,application/json"
        onChange={(event) => onRead(event.currentTarget)}
      />
    </div>
  );
}

async function findChanges(file: File): Promise<Looked> {
  const read = await readBackup(file);
  return read.ok ? changesOf(read.backup) : { problem: text(textKey('data', read.reason)) };
}

async function changesOf(backup: unknown): Promise<Looked> {
  // The checker of definitions is large, so it is loaded only when a backup is read.
  const [stored, { checkChanges }] = await Promise.all([makeBackup(), import('./backup-changes')]);
  const checked = checkChanges(backup, stored);
  return checked.ok ? checked : { problem: text('data_refused', checked.reason) };
}
