import type { JSX } from 'preact';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { DeviceCode } from './device-code';

/** Characters of a message of the tracker that are shown. */
const MAX_MESSAGE_LENGTH = 300;

/**
 * Device sign-in: the button that asks for a code, then the code until it is approved on the tracker's page.
 */
export function SignIn({
  account,
}: {
  readonly account: Exclude<AccountView, { state: 'signed-in' }>;
}): JSX.Element {
  const action = useAction();
  if (account.state === 'pending') return <DeviceCode account={account} />;
  const { why, message } = account;
  return (
    <div class="stack">
      {why !== undefined && why !== 'cancelled' && (
        <div class="note bad" role="alert">
          <p>{text(`account_${why}`)}</p>
          {message !== undefined && (
            <p class="small" dir="auto">
              {message.slice(0, MAX_MESSAGE_LENGTH)}
            </p>
          )}
        </div>
      )}
      <div>
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy}
          onClick={() => void (action.busy || action.run(() => send('account.sign-in', {})))}
        >
          {text(action.busy ? 'account_asking' : 'account_sign_in')}
        </button>
      </div>
      <Problem message={action.error} />
    </div>
  );
}
