import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { clock } from '../../ui/text/format';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';
import { webAddress } from '../../ui/text/web-address';
import { QrCode } from './qr-code';

/** Device sign-in: a code that is approved on the tracker's own page. Shared by welcome page and account section. */
export function SignIn({
  account,
}: {
  readonly account: Exclude<AccountView, { state: 'signed-in' }>;
}): JSX.Element {
  const action = useAction();
  if (account.state === 'pending') return <Pending account={account} />;
  const { why } = account;
  return (
    <div class="stack">
      {why !== undefined && why !== 'cancelled' && (
        <div class="note bad" role="alert">
          <p>{text(`account_${why}`)}</p>
          {account.message !== undefined && (
            <p class="small" dir="auto">
              {account.message.slice(0, 300)}
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

function Pending({ account }: { readonly account: Extract<AccountView, { state: 'pending' }> }): JSX.Element {
  const action = useAction();
  const page = webAddress(account.verificationUriComplete) ?? webAddress(account.verificationUri);
  const plain = webAddress(account.verificationUri);
  const copy = useCopy(account.userCode);
  usePolling();
  return (
    <div class="pending">
      <div class="stack">
        <p>
          {text('account_open')}{' '}
          {plain !== undefined && (
            <a href={page ?? plain} target="_blank" rel="noreferrer">
              <bdi>{plain.replace(/^https?:\/\//, '').replace(/\/$/, '')}</bdi>
            </a>
          )}
        </p>
        <p class="small muted">{text('account_enter')}</p>
        <p class="user-code" aria-label={text('account_code', account.userCode.split('').join(' '))}>
          <bdi dir="ltr">{account.userCode}</bdi>
        </p>
        <div class="row">
          {page !== undefined && (
            <a class="button main" href={page} target="_blank" rel="noreferrer">
              {text('account_open_page')}
            </a>
          )}
          <button type="button" class="button" onClick={copy.copy}>
            {text(copy.copied ? 'common_copied' : 'account_copy')}
          </button>
          <button
            type="button"
            class="button"
            aria-disabled={action.busy}
            onClick={() => void (action.busy || action.run(() => send('account.cancel', {})))}
          >
            {text('common_cancel')}
          </button>
        </div>
        <p class="small muted">
          <span class="pulse" aria-hidden="true" /> {text('account_waiting')}{' '}
          <Remaining until={account.expiresAt} />
        </p>
        <Problem message={action.error} />
      </div>
      {page !== undefined && (
        <figure class="stack tight">
          <QrCode value={page} label={text('account_qr_label')} />
          <figcaption class="small muted">{text('account_qr')}</figcaption>
        </figure>
      )}
    </div>
  );
}

/** While the code is shown, the worker is reminded of asking; an alarm alone would let half a minute pass after the approval. */
function usePolling(): void {
  useEffect(() => {
    const timer = setInterval(() => {
      // The worker itself knows when it may ask, and keeps what goes wrong in the account.
      if (document.visibilityState === 'visible') void send('account.poll', {}).catch(() => undefined);
    }, 2000);
    return () => clearInterval(timer);
  }, []);
}

function Remaining({ until }: { readonly until: number }): JSX.Element {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span>{text('account_remaining', clock((until - now) / 1000))}</span>;
}

function useCopy(value: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  // Without the right to the clipboard the code still stands there to be typed.
  return {
    copied,
    copy: () =>
      void navigator.clipboard.writeText(value).then(
        () => setCopied(true),
        () => undefined,
      ),
  };
}
