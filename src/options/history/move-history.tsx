import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { LIBRARY_URL } from '../../core/settings/library-url';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { wholeNumber } from '../../ui/text/whole-number';
import { moveHistory } from './move-to-tracker';

/** Moves the history to the tracker that is signed in at; before that, the way there. */
export function MoveHistory({ account, onToast }: MoveProps): JSX.Element {
  if (account.state === 'signed-in' && account.baseUrl !== LIBRARY_URL)
    return <MoveButton baseUrl={account.baseUrl} onToast={onToast} />;
  return (
    <p class="small">
      {text('history_move_hint')} <a href="#/account">{text('options_account')}</a>
    </p>
  );
}

interface MoveProps {
  readonly account: AccountView;
  readonly onToast: (toast: ToastContent) => void;
}

function MoveButton({
  baseUrl,
  onToast,
}: Pick<MoveProps, 'onToast'> & { readonly baseUrl: string }): JSX.Element {
  const action = useAction();
  const [percent, setPercent] = useState(0);
  const move = () =>
    action.run(async () => {
      const { added, known } = await moveHistory(baseUrl, setPercent);
      onToast({ message: text('history_moved', wholeNumber(added), wholeNumber(known)) });
    });
  return (
    <div class="stack tight">
      <p class="small muted">{text('history_move_text')}</p>
      <div class="row">
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy}
          onClick={() => void (action.busy || move())}
        >
          {text('history_move')}
        </button>
        {action.busy && <progress max={100} value={percent} aria-label={text('history_move')} />}
      </div>
      <Problem message={action.error} />
    </div>
  );
}
