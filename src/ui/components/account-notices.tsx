import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { dateOnly } from '../text/format';
import { plural } from '../text/plural';
import type { AccountView } from '../../core/settings/account-view';

/**
 * Updates that were stored under an earlier sign-in, perhaps another person's; the person decides whether
 * this account sends or drops them.
 */
export function ForeignQueue({
  count,
  onDecide,
}: Readonly<{
  count: number;
  onDecide: (send: boolean) => void;
}>): JSX.Element {
  return (
    <div class="note wait">
      <p>{plural('later_foreign_question', count)}</p>
      <div class="row">
        <button type="button" class="button small main" onClick={() => onDecide(true)}>
          {text('later_foreign_send')}
        </button>
        <button type="button" class="button small" onClick={() => onDecide(false)}>
          {text('later_foreign_drop')}
        </button>
      </div>
    </div>
  );
}

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
