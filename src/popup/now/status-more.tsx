import type { JSX } from 'preact';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { AccountView } from '../../core/settings/account-view';
import type { Status, TabView } from '../../core/status/status';
import { Recorded } from '../../ui/history/recorded';
import type { Viewing } from '../../ui/history/viewing-of';
import { SignInEnds } from '../../ui/components/account-notices';
import type { ToastContent } from '../../ui/components/toast';
import type { Action } from '../../ui/hooks/use-action';
import { openOptions } from '../environment/snapshot';
import { Marks } from './marks';
import { RawText } from '../../ui/components/raw-text';

type StatusMoreProps = Readonly<{
  view: TabView;
  account: AccountView;
  /** Of the viewing that is in the history. */
  viewing: Viewing | undefined;
  change: HistoryChange | undefined;
  action: Action;
  onToast: (toast: ToastContent) => void;
}>;

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
      <StatusNote status={status} />
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

function StatusNote({ status }: Readonly<{ status: Status }>): JSX.Element | null {
  return status.kind === 'rejected' ? <RawText>{status.message}</RawText> : null;
}
