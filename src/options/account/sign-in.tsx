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

/** Characters of a message of the tracker that are shown. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * Device sign-in: the button that asks for a code and opens the tracker's page, then the code until it is
 * approved there. `prepare` is called in the click, before the tracker is asked; false ends the attempt.
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
  /** Link of an invitation: the account is made and the code approved on its page. */
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

/** Asks for a code, copies it, and opens the page on which it is approved, unless that is elsewhere. */
export async function signIn(prepared: Promise<boolean>, invitation?: string): Promise<void> {
  if (!(await prepared)) return;
  const account = await send('account.sign-in', {});
  if (account.state !== 'pending') return;
  const { opened, elsewhere } = approvalPage(account, invitation);
  if (opened === undefined || elsewhere !== undefined) return;
  await copyText(account.userCode, () => undefined);
  await openTab(opened);
}

/** Updates that are counted at most. */
const MOST = 1000;

/** Titles that are named at most, before the person removes the updates. */
const MOST_NAMES = 20;

/**
 * Says that what was watched without an account goes to the one that signs in, which may be another person's,
 * and lets it be removed before.
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
