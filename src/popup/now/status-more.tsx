import type { JSX } from 'preact';
import type { HistoryChange } from '../../core/outbox/history-change';
import { isRecord } from '../../core/values/is-record';
import type { AccountView } from '../../core/settings/account-view';
import type { Status } from '../../core/status/status';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { Recorded } from '../../ui/history/recorded';
import type { Viewing } from '../../ui/history/viewing-of';
import { SignInEnds } from '../../ui/components/sign-in-ends';
import type { ToastContent } from '../../ui/components/toast';
import type { Action } from '../../ui/hooks/use-action';
import { openOptions } from '../environment/open-options';
import { Marks } from './marks';
import { RawText } from '../../ui/components/raw-text';
import { WebLink } from '../../ui/components/web-link';
import { useAnswer } from '../../ui/hooks/use-answer';

interface StatusMoreProps {
  readonly view: TabView;
  readonly account: AccountView;
  /** Of the viewing that is in the history. */
  readonly viewing: Viewing | undefined;
  readonly change: HistoryChange | undefined;
  readonly action: Action;
  readonly onToast: (toast: ToastContent) => void;
}

/** What belongs to the title that plays and is not needed for the first paint. */
export function StatusMore({
  view,
  account,
  viewing,
  change,
  action,
  onToast,
}: StatusMoreProps): JSX.Element {
  const { status, media, playback } = view;
  return (
    <>
      <StatusNote status={status} account={account} />
      {viewing && <Recorded viewing={viewing} change={change} action={action} onToast={onToast} />}
      {media && account.state === 'signed-in' && (
        <Marks
          media={media}
          position={playback?.position ?? 0}
          recorded={viewing !== undefined}
          action={action}
          onToast={onToast}
        />
      )}
      <SignInEnds account={account} onRenew={() => openOptions('/account')} />
    </>
  );
}

function StatusNote({
  status,
  account,
}: {
  readonly status: Status;
  readonly account: AccountView;
}): JSX.Element | null {
  if (status.kind === 'rejected') return <RawText>{status.message}</RawText>;
  if (status.kind !== 'unmatched' || account.state !== 'signed-in') return null;
  return <FewTitles baseUrl={account.baseUrl} />;
}

/**
 * Says below a title that was not found that the tracker knows few titles, where it says so itself, with the
 * page on which its owner changes that.
 */
function FewTitles({ baseUrl }: { readonly baseUrl: string }): JSX.Element | null {
  const { value } = useAnswer('tracker.dashboard', {});
  const data = unwrapData(value);
  const page = isRecord(data) && typeof data['fewTitles'] === 'string' ? data['fewTitles'] : '';
  if (!URL.canParse(page) || new URL(page).origin !== new URL(baseUrl).origin) return null;
  return (
    <p class="small muted">
      {text('now_few_titles')} <WebLink url={page}>{text('now_few_titles_add')}</WebLink>
    </p>
  );
}
