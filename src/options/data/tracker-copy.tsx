import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LIBRARY_URL } from '../../core/settings/base-url';
import { isRecord } from '../../core/values/is-record';
import { text } from '../../platform/browser/i18n';
import { MessageError, send } from '../../platform/messaging/send';
import { accountStore } from '../../platform/storage/stores';
import { storageItem } from '../../platform/storage/storage-item';
import { keptCopySchema, type KeptCopy } from '../../protocol/tracker/profile';
import { unwrapData } from '../../protocol/tracker/read-fields';
import { ConfirmButton } from '../../ui/components/controls';
import { Problem } from '../../ui/components/problem';
import { useAction, type Action } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { dateAndTime } from '../../ui/text/format';
import { makeBackup, createCopyKey, seal, unseal, type CopyKey } from './backup';

const PATH = '/matinee/settings-copy';
/** Minimum length of the password: whoever has the tracker's database can try passwords offline. */
const SHORTEST = 10;

/** The copy that this browser has last written or restored. */
interface OwnCopy extends CopyKey {
  /** When the copy was stored, as the tracker states it. */
  readonly storedAt: string;
}

/**
 * The key for updating the copy without the password. It is used only while the tracker has the copy with
 * this `storedAt`. A removed copy, or one that somebody has written since, is left alone.
 */
const ownCopyStore = storageItem<OwnCopy | undefined>({
  area: 'local',
  key: 'own-copy',
  read: (stored) =>
    isRecord(stored) &&
    stored['key'] instanceof CryptoKey &&
    stored['salt'] instanceof Uint8Array &&
    typeof stored['storedAt'] === 'string'
      ? (stored as unknown as OwnCopy)
      : undefined,
});

/** A copy that its password has opened. */
export type OpenedCopy = Readonly<{
  backup: unknown;
  /** Lets this browser update the copy from now on, because it has all of its content. */
  adopt: () => Promise<void>;
}>;

type TrackerCopyProps = Readonly<{
  /** Shows what the copy would change. */
  onOpened: (opened: OpenedCopy) => void;
}>;

/**
 * A copy of the backup at the tracker, in case the browser loses its storage. Renders nothing while the
 * person is signed out, while the history is kept in this browser, and if the tracker keeps no copies.
 */
export function TrackerCopy({ onOpened }: TrackerCopyProps): JSX.Element | null {
  const account = useStored(accountStore);
  const isElsewhere = account?.state === 'signed-in' && account.baseUrl !== LIBRARY_URL;
  return isElsewhere ? <Copy key={`${account.baseUrl} ${account.since}`} onOpened={onOpened} /> : null;
}

function Copy({ onOpened }: TrackerCopyProps): JSX.Element | null {
  const { kept, write, remove, action } = useKeptCopy();
  if (kept === undefined) return null;
  const { content, storedAt } = kept;
  const open = async (password: string) => {
    const opened = content === null ? undefined : await unseal(content, password);
    if (opened === undefined) throw new MessageError('copy-unopened', '');
    const adopt = () => storeOwn({ ...opened.copyKey, storedAt: storedAt ?? '' });
    onOpened({ backup: opened.value, adopt });
  };
  const about =
    storedAt === null ? text('data_copy_about') : text('data_copy_kept', dateAndTime(Date.parse(storedAt)));
  return (
    <div class="card stack">
      <h2>{text('data_copy')}</h2>
      <p class="muted">{about}</p>
      <PasswordForm
        action={action}
        isNew={storedAt === null}
        onPassword={storedAt === null ? async (password) => write(await createCopyKey(password)) : open}
      />
      {storedAt !== null && (
        <div>
          <ConfirmButton
            label={text('data_copy_remove')}
            question={text('data_copy_remove_sure')}
            onConfirm={() => action.run(remove)}
          />
        </div>
      )}
      <Problem message={action.error} />
    </div>
  );
}

/** The copy at the tracker. It is updated on load if this browser has written or restored it last. */
function useKeptCopy() {
  const [kept, setKept] = useState<KeptCopy>();
  const action = useAction();
  const ask = async (content?: string | null) => {
    const body = content === undefined ? {} : { body: { content } };
    const read = keptCopySchema.safeParse(unwrapData(await send('tracker.page', { path: PATH, ...body })));
    if (!read.success) throw new MessageError('malformed', '');
    setKept(read.data);
    return read.data;
  };
  const write = async ({ key, salt }: CopyKey) => {
    const { storedAt } = await ask(await seal({ key, salt }, await makeBackup()));
    if (storedAt !== null) await storeOwn({ key, salt, storedAt });
  };
  const remove = async () => {
    await ask(null);
    await ownCopyStore.remove();
  };
  useEffect(() => {
    const update = async (there: KeptCopy) => {
      const own = await ownCopyStore.get();
      if (own !== undefined && own.storedAt === there.storedAt) await write(own);
    };
    void ask().then(
      (there) => void action.run(() => update(there)),
      // A tracker without a valid answer keeps no copies.
      () => undefined,
    );
  }, []);
  return { kept, write, remove, action };
}

/** A private window of Firefox cannot store the key; then the copy is not updated. */
async function storeOwn(own: OwnCopy): Promise<void> {
  await ownCopyStore.set(own).catch(() => undefined);
}

type PasswordFormProps = Readonly<{
  action: Action;
  isNew: boolean;
  onPassword: (password: string) => Promise<void>;
}>;

/** Asks for a new password for a first copy, or for the password of the existing copy. */
function PasswordForm({ action, isNew, onPassword }: PasswordFormProps): JSX.Element {
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
