import type { JSX } from 'preact';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { dateOnly } from '../text/format';

/** Milliseconds before the end of a sign-in in which it is announced. */
const NOTICE = 7 * 86_400_000;

/** Says some days before that the sign-in ends, so that nobody is signed out in the middle of a film. */
export function SignInEnds({
  account,
  onRenew,
}: Readonly<{
  account: AccountView;
  onRenew: () => void;
}>): JSX.Element | null {
  const ends = account.state === 'signed-in' ? account.expiresAt : undefined;
  if (ends === undefined || ends - Date.now() > NOTICE) return null;
  return (
    <div class="note row">
      <p class="grow">{text('now_sign_in_ends', dateOnly(new Date(ends).toISOString()))}</p>
      <button type="button" class="button small" onClick={onRenew}>
        {text('repair_sign_in')}
      </button>
    </div>
  );
}
