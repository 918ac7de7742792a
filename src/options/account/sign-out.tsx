import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { ConfirmButton } from '../../ui/components/confirm-button';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';

/** Signs out after it has said what stays in this browser, which can be removed too. */
export function SignOut(): JSX.Element {
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
