import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LIBRARY_URL } from '../../core/settings/library-url';
import { isRecord } from '../../core/values/is-record';
import { text } from '../../platform/browser/i18n';
import { MessageError, send } from '../../platform/messaging/send';
import { accountStore } from '../../platform/storage/stores';
import { storageItem } from '../../platform/storage/storage-item';
import { keptCopySchema, type KeptCopy } from '../../protocol/tracker/settings-copy';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { ConfirmButton } from '../../ui/components/confirm-button';
import { Problem } from '../../ui/components/problem';
import { useAction, type Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { dateAndTime } from '../../ui/text/format';
import { makeBackup } from './make-backup';
import { createCopyKey, seal, unseal, type CopyKey } from './sealed-copy';

const PATH = '/matinee/settings-copy';
/** Of the password: what the tracker keeps may be tried by whoever has its database. */
const SHORTEST = 10;

/** With it the copy is brought up to date without the password. */
const copyKeyStore = storageItem<CopyKey | undefined>({
  area: 'local',
  key: 'copy-key',
  read: (stored) =>
    isRecord(stored) && stored['key'] instanceof CryptoKey && stored['salt'] instanceof Uint8Array
      ? { key: stored['key'], salt: stored['salt'] as Uint8Array<ArrayBuffer> }
      : undefined,
});

interface TrackerCopyProps {
  /** Shows what the copy would change. */
  readonly onOpened: (backup: unknown) => void;
}

/**
 * A copy of the backup at the tracker, for a browser that empties its storage. Nothing while signed out, with
 * the history in this browser, or at a tracker that keeps no copies.
 */
export function TrackerCopy({ onOpened }: TrackerCopyProps): JSX.Element | null {
  const account = useStored(accountStore);
  const isElsewhere = account?.state === 'signed-in' && account.baseUrl !== LIBRARY_URL;
  return isElsewhere ? <Copy key={account.baseUrl} onOpened={onOpened} /> : null;
}

function Copy({ onOpened }: TrackerCopyProps): JSX.Element | null {
  const { kept, ask, action } = useKeptCopy();
  if (kept === undefined) return <Problem message={action.error} />;
  const storedAt = kept.storedAt === null ? '' : dateAndTime(Date.parse(kept.storedAt));
  const keep = async (password: string) => {
    const copyKey = await createCopyKey(password);
    await ask(await seal(copyKey, await makeBackup()));
    await copyKeyStore.set(copyKey);
  };
  const open = async (password: string) => {
    const opened = kept.content === null ? undefined : await unseal(kept.content, password);
    if (opened === undefined) throw new MessageError('copy-unopened', '');
    await copyKeyStore.set(opened.copyKey);
    onOpened(opened.value);
  };
  const remove = () => action.run(() => Promise.all([ask(null), copyKeyStore.remove()]));
  return (
    <div class="card stack">
      <h2>{text('data_copy')}</h2>
      <p class="muted">
        {kept.storedAt === null ? text('data_copy_about') : text('data_copy_kept', storedAt)}
      </p>
      <PasswordForm action={action} kept={kept} onPassword={kept.storedAt === null ? keep : open} />
      {kept.storedAt !== null && (
        <div>
          <ConfirmButton
            label={text('data_copy_remove')}
            question={text('data_copy_remove_sure')}
            onConfirm={remove}
          />
        </div>
      )}
      <Problem message={action.error} />
    </div>
  );
}

/** The copy at the tracker, brought up to date where this browser has its key. */
function useKeptCopy() {
  const [kept, setKept] = useState<KeptCopy>();
  const action = useAction();
  const ask = async (content?: string | null) => {
    const body = content === undefined ? {} : { body: { content } };
    const read = keptCopySchema.safeParse(unwrapData(await send('tracker.page', { path: PATH, ...body })));
    if (!read.success) throw new MessageError('malformed', '');
    setKept(read.data);
  };
  useEffect(() => {
    void action.run(async () => {
      await ask().catch((error: unknown) => {
        if (!(error instanceof MessageError && error.code === 'not-found')) throw error;
      });
      const copyKey = await copyKeyStore.get();
      if (copyKey !== undefined) await ask(await seal(copyKey, await makeBackup()));
    });
  }, []);
  return { kept, ask, action };
}

interface PasswordFormProps {
  readonly action: Action;
  readonly kept: KeptCopy;
  readonly onPassword: (password: string) => Promise<void>;
}

/** A new password for a first copy; that of the copy there is, to open it. */
function PasswordForm({ action, kept, onPassword }: PasswordFormProps): JSX.Element {
  const isNew = kept.storedAt === null;
  const submit = (form: HTMLFormElement) => {
    const password = new FormData(form).get('password');
    if (typeof password !== 'string' || action.busy) return;
    void action.run(() => onPassword(password)).then((isDone) => isDone && form.reset());
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <div class="field">
        <label for="copy-password">{text('data_copy_password')}</label>
        <input
          id="copy-password"
          name="password"
          type="password"
          autocomplete={isNew ? 'new-password' : 'current-password'}
          required
          minLength={isNew ? SHORTEST : 1}
        />
      </div>
      <div>
        <button type="submit" class="button main" aria-busy={action.busy}>
          {text(isNew ? 'data_copy_keep' : 'data_copy_open')}
        </button>
      </div>
    </form>
  );
}
