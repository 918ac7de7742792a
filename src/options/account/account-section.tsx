import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { LIBRARY_URL } from '../../core/settings/base-url';
import type { Settings } from '../../core/settings/settings';
import { isRecord } from '../../core/values/is-record';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { accountStore, countsStore, settingsStore } from '../../platform/storage/stores';
import { unwrapData } from '../../protocol/tracker/read-fields';
import { ForeignQueue, SignInEnds } from '../../ui/components/account-notices';
import { Problem } from '../../ui/components/problem';
import { WebLink } from '../../ui/components/web-link';
import { useAction } from '../../ui/hooks/use-action';
import { useAnswer } from '../../ui/hooks/use-answer';
import { useStored } from '../../ui/hooks/use-stored';
import { dateOnly } from '../../ui/text/format';
import { truncate } from '../../ui/text/naming';
import { ConfirmButton } from '../../ui/components/controls';
import { BaseUrlForm } from './base-url-form';
import { BeforeSignIn, signIn, SignIn } from './sign-in';
import { useReturn } from './device-code';

type SignedInView = Extract<AccountView, { state: 'signed-in' }>;

/** The sign-in and the address of the tracker. */
export function AccountSection(): JSX.Element {
  const account = useStored(accountStore);
  const settings = useStored(settingsStore);
  useReturn(account);
  return (
    <>
      <div class="card stack">
        {account?.state === 'signed-in' && <SignedIn account={account} />}
        {account !== undefined && account.state !== 'signed-in' && (
          <>
            <h2>{text('account_heading')}</h2>
            {account.state === 'signed-out' && <p class="muted">{text('account_how')}</p>}
            <BeforeSignIn />
            <SignIn account={account} />
          </>
        )}
      </div>
      <div class="card stack">
        <h2>{text('account_tracker')}</h2>
        {settings !== undefined && <BaseUrlForm settings={shownAddress(settings)} />}
      </div>
    </>
  );
}

/**
 * Shows an empty field for `LIBRARY_URL`, the history in this browser: it is no address that a person can
 * enter.
 */
function shownAddress(settings: Settings): Settings {
  return settings.baseUrl === LIBRARY_URL ? { ...settings, baseUrl: '' } : settings;
}

function SignedIn({ account }: Readonly<{ account: SignedInView }>): JSX.Element {
  const action = useAction();
  const run = (job: () => Promise<unknown>) => void (action.busy || action.run(job));
  const foreign = useStored(countsStore)?.foreign ?? 0;
  const name = useUserName();
  const isHere = account.baseUrl === LIBRARY_URL;
  return (
    <>
      <div class="row spread">
        <div class="stack tight">
          <h2 class="row">
            <span class="dot good" />
            {text(isHere ? 'history_here' : 'account_signed_in')}
          </h2>
          {name !== undefined && (
            <p>
              <bdi>{name}</bdi>
            </p>
          )}
          <p class="muted small">
            {!isHere && <bdi>{account.baseUrl} · </bdi>}
            {text('account_since', dateOnly(new Date(account.since).toISOString()))}
          </p>
          <HistoryLink baseUrl={account.baseUrl} />
        </div>
        <SignOut />
      </div>
      <SignInEnds account={account} onRenew={() => run(() => signIn(Promise.resolve(true)))} />
      <p class="small muted">{text(isHere ? 'history_kept' : 'account_token_note')}</p>
      {foreign > 0 && (
        <ForeignQueue
          count={foreign}
          onDecide={(adopt) => run(() => send('account.adopt-queue', { send: adopt }))}
        />
      )}
      <Problem message={action.error} />
    </>
  );
}

function HistoryLink({ baseUrl }: Readonly<{ baseUrl: string }>): JSX.Element {
  const label = text('account_history');
  return (
    <p class="small">
      {baseUrl === LIBRARY_URL ? (
        <a href="#/history">{label}</a>
      ) : (
        <WebLink url={new URL(baseUrl).origin}>{label}</WebLink>
      )}
    </p>
  );
}

/**
 * The account's name, if the tracker states it. Older versions of our tracker state it only in the dashboard.
 */
function useUserName(): string | undefined {
  const { value: person } = useAnswer('tracker.person', {});
  const { value } = useAnswer('tracker.dashboard', {});
  const data = unwrapData(value);
  const name = person ?? (isRecord(data) ? data['userName'] : undefined);
  return typeof name === 'string' ? truncate(name) : undefined;
}

/** Says what stays in this browser and offers to remove it as well, then signs out. */
function SignOut(): JSX.Element {
  const [remove, setRemove] = useState(false);
  const action = useAction();
  return (
    <div>
      <ConfirmButton
        label={text('account_sign_out')}
        question={text('account_sign_out_question')}
        onConfirm={() => action.run(() => send('account.sign-out', { remove }))}
      >
        <p>{text('account_sign_out_stays')}</p>
        <label class="choice">
          <input
            type="checkbox"
            checked={remove}
            onChange={(event) => setRemove(event.currentTarget.checked)}
          />
          <span>{text('account_sign_out_remove')}</span>
        </label>
      </ConfirmButton>
      <Problem message={action.error} />
    </div>
  );
}
