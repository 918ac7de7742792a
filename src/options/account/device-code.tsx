import type { JSX } from 'preact';
import { useEffect, useState, useRef } from 'preact/hooks';
import { encode } from 'uqr';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { WebLink, webAddress } from '../../ui/components/web-link';
import { useAction } from '../../ui/hooks/use-action';
import { useClipboard } from '../../ui/hooks/use-clipboard';
import { clock } from '../../ui/text/format';
import type { AccountView } from '../../core/settings/account-view';
import { showOwnTab } from '../../platform/browser/page-only';

/** Milliseconds between two messages that make the worker poll the tracker. */
const POLL_INTERVAL = 2000;

/** Shows a device code that waits for approval: address, code, QR code and the time until it expires. */
export function DeviceCode({
  account,
  invitation,
}: Readonly<{ account: PendingView; invitation?: string | undefined }>): JSX.Element {
  const page = approvalPage(account, invitation);
  usePolling();
  return (
    <div class="pending">
      <div class="stack">
        <TrackerAddress account={account} page={page} />
        <p class="small muted">{text('account_enter')}</p>
        <p class="user-code" aria-label={text('account_code', account.userCode.split('').join(' '))}>
          <bdi dir="ltr">{account.userCode}</bdi>
        </p>
        <Controls userCode={account.userCode} page={page.opened} expiresAt={account.expiresAt} />
      </div>
      {page.url !== undefined && (
        <figure class="stack tight">
          <QrCode value={page.url} label={text('account_qr_label')} />
          <figcaption class="small muted">{text('account_qr')}</figcaption>
        </figure>
      )}
    </div>
  );
}

/**
 * Shows the short address, which can be typed on another device. The link leads to the page with the code
 * filled in. If that page is not on the tracker's own host, its full address is shown with a warning.
 */
function TrackerAddress({
  account,
  page: { url, elsewhere },
}: Readonly<{
  account: PendingView;
  page: ApprovalPage;
}>): JSX.Element {
  const address = webAddress(account.verificationUri);
  return (
    <>
      <p>
        {text('account_open')}{' '}
        {address !== undefined && (
          <WebLink url={url ?? address}>
            <bdi>
              {elsewhere === undefined ? address.replace(/^https?:\/\//, '').replace(/\/$/, '') : url}
            </bdi>
          </WebLink>
        )}
      </p>
      {elsewhere !== undefined && (
        <p class="note bad" role="alert">
          {text('account_elsewhere', elsewhere)}
        </p>
      )}
    </>
  );
}

function Controls({
  userCode,
  page,
  expiresAt,
}: Pick<PendingView, 'userCode' | 'expiresAt'> & Readonly<{ page: string | undefined }>): JSX.Element {
  const action = useAction();
  const { copied, copy } = useClipboard(userCode);
  return (
    <>
      <div class="row">
        {page !== undefined && (
          <a class="button main" href={page} target="_blank" rel="noreferrer">
            {text('account_open_page')}
          </a>
        )}
        <button type="button" class="button" onClick={copy}>
          {text(copied ? 'common_copied' : 'account_copy')}
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
        <span class="pulse" aria-hidden="true" /> {text('account_waiting')} <Remaining until={expiresAt} />
      </p>
      <Problem message={action.error} />
    </>
  );
}

/**
 * Polls while the code waits for approval, because the worker's own alarm fires only every 30 s. The
 * tracker's page is in front then, so the polls also run while this page is hidden.
 */
function usePolling(): void {
  useEffect(() => {
    // The worker keeps to the tracker's polling interval. It stores a failure in the account, so none is
    // shown here.
    const timer = setInterval(() => void send('account.poll', {}).catch(() => undefined), POLL_INTERVAL);
    return () => clearInterval(timer);
  }, []);
}

function Remaining({ until }: Readonly<{ until: number }>): JSX.Element {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span>{text('account_remaining', clock((until - now) / 1000))}</span>;
}

/** A QR code, dark on light in both themes: many cameras do not read inverted codes. */
function QrCode({ value, label }: Readonly<{ value: string; label: string }>): JSX.Element {
  const { data, size } = encode(value, { ecc: 'M', border: 2 });
  const path = data
    .map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

type PendingView = Extract<AccountView, { state: 'pending' }>;

/** The tracker's page on which a code is approved. */
type ApprovalPage = Readonly<{
  /** The page's address, with the code filled in if the tracker states such an address. */
  url: string | undefined;
  /** What this browser opens: `url`, or the invitation's page with the code in its query. */
  opened: string | undefined;
  /** Host of the tracker, if the page is on another host. */
  elsewhere: string | undefined;
}>;

/**
 * The approval page of a pending sign-in. An invitation is used only if it belongs to the tracker that gave
 * the code.
 */
export function approvalPage(
  { baseUrl, userCode, verificationUri, verificationUriComplete }: PendingView,
  invitation?: string,
): ApprovalPage {
  const url = webAddress(verificationUriComplete) ?? webAddress(verificationUri);
  const tracker = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  const isElsewhere = url !== undefined && tracker !== undefined && new URL(url).host !== tracker;
  const isInvited = url !== undefined && invitation !== undefined && new URL(invitation).host === tracker;
  const opened = isInvited && !isElsewhere ? `${invitation}?user_code=${encodeURIComponent(userCode)}` : url;
  return { url, opened, elsewhere: isElsewhere ? tracker : undefined };
}

/** Once the code is approved, calls `onSignedIn` and brings this tab to the front if it is hidden. */
export function useReturn(account: AccountView | undefined, onSignedIn: () => void = () => {}): void {
  const last = useRef<AccountView['state'] | undefined>(undefined);
  useEffect(() => {
    const isApproved = last.current === 'pending' && account?.state === 'signed-in';
    last.current = account?.state;
    if (!isApproved) return;
    onSignedIn();
    if (document.visibilityState === 'hidden') void showOwnTab();
  }, [account?.state]);
}
