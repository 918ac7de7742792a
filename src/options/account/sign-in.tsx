import type { JSX } from 'preact';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { openTab } from '../../platform/browser/tabs';
import { Problem } from '../../ui/components/problem';
import { RawText } from '../../ui/components/raw-text';
import { useAction } from '../../ui/hooks/use-action';
import { copyText } from '../../ui/hooks/use-clipboard';
import { approvalPage, DeviceCode } from './device-code';
import { ConfirmButton } from '../../ui/components/controls';
import { useAnswer } from '../../ui/hooks/use-answer';
import { displayName } from '../../ui/text/naming';
import { plural } from '../../ui/text/plural';

/** Maximum length of the tracker's error message that is shown, in characters. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * Device sign-in (RFC 8628). A button requests a code and opens the tracker's page. Then the code is shown
 * until it is approved there. `prepare` runs in the click, before the request; if it resolves to false, the
 * sign-in ends.
 */
export function SignIn({
  account,
  ready = true,
  prepare = () => Promise.resolve(true),
  invitation,
}: Readonly<{
  account: Exclude<AccountView, { state: 'signed-in' }>;
  ready?: boolean;
  prepare?: () => Promise<boolean>;
  /** Link of an invitation. The person creates the account and approves the code on its page. */
  invitation?: string | undefined;
}>): JSX.Element {
  const action = useAction();
  const isOff = action.busy || !ready;
  if (account.state === 'pending') return <DeviceCode account={account} invitation={invitation} />;
  const { why, message } = account;
  return (
    <div class="stack">
      {why !== undefined && why !== 'cancelled' && (
        <div class="note bad" role="alert">
          <p>{text(`account_${why}`)}</p>
          <RawText>{message?.slice(0, MAX_MESSAGE_LENGTH)}</RawText>
        </div>
      )}
      <div>
        <button
          type="submit"
          class="button main"
          aria-disabled={isOff}
          onClick={() => void (isOff || action.run(() => signIn(prepare(), invitation)))}
        >
          {text(action.busy ? 'account_asking' : 'repair_sign_in')}
        </button>
      </div>
      <Problem message={action.error} />
    </div>
  );
}

/**
 * Requests a code, copies it, and opens the approval page. A page on another host than the tracker's is not
 * opened.
 */
export async function signIn(prepared: Promise<boolean>, invitation?: string): Promise<void> {
  if (!(await prepared)) return;
  const account = await send('account.sign-in', {});
  if (account.state !== 'pending') return;
  const { opened, elsewhere } = approvalPage(account, invitation);
  if (opened === undefined || elsewhere !== undefined) return;
  await copyText(account.userCode, () => undefined);
  await openTab(opened);
}

/** Maximum number of queued updates that are read and counted. */
const MOST = 1000;

/** Maximum number of titles that are listed before the person confirms the removal. */
const MOST_NAMES = 20;

/**
 * Warns that updates recorded while signed out go to the account that signs in, which may be another
 * person's. They can be removed first.
 */
export function BeforeSignIn(): JSX.Element {
  const { value, again } = useAnswer('outbox.list', { limit: MOST });
  const action = useAction();
  const found = value?.filter(({ account }) => account === '') ?? [];
  const names = found.map(({ item }) => {
    const name = displayName(item);
    return [name?.title, name?.detail].filter(Boolean).join(' · ');
  });
  return (
    <>
      {found.length > 0 && (
        <div class="note wait stack before-sign-in">
          <p>{plural('account_before', new Set(names).size)}</p>
          <div>
            <ConfirmButton
              label={text('account_before_remove')}
              question={text('account_before_question')}
              onConfirm={() => action.run(() => send('account.adopt-queue', { send: false })).finally(again)}
            >
              <ul class="small">
                {[...new Set(names)].slice(0, MOST_NAMES).map((name) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </ConfirmButton>
          </div>
        </div>
      )}
      <Problem message={action.error} />
    </>
  );
}
