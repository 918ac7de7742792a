import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { viewStore } from '../../platform/storage/stores';
import { Empty } from '../../ui/components/empty';
import { errorText } from '../../ui/text/error-text';
import { lazy } from '../../ui/components/lazy';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { openOptions } from '../environment/open-options';
import type { Snapshot } from '../environment/snapshot';
import { Actions } from './actions';
import { Ladder } from './ladder';
import { OtherTabs } from './other-tabs';
import { Plain } from './plain';
import { TicketCard } from './ticket-card';

const CorrectionForm = lazy(async () => (await import('../../ui/components/correction-form')).CorrectionForm);

/** What happens in the tab that is looked at, from the stored picture first, then from the page itself. */
export function NowView({
  snapshot,
  account,
  onReview,
  onToast,
}: {
  readonly snapshot: Snapshot;
  readonly account: AccountView;
  readonly onReview: () => void;
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const { view, error, ask } = useView(snapshot);
  const [correcting, setCorrecting] = useState(false);
  const action = useAction();

  if (snapshot.tabId === undefined) return <Empty title={text('now_no_tab')} />;
  if (view === undefined)
    return error === undefined ? (
      <Empty title={text('now_looking')} />
    ) : (
      <Problem message={error} onRetry={ask} />
    );
  const { tabId } = view;
  if (correcting && view.item !== undefined) {
    return (
      <CorrectionForm
        item={view.item}
        onCancel={() => setCorrecting(false)}
        onSave={async (choice) => {
          const correction = await send('corrections.set', { of: { tabId }, ...choice });
          setCorrecting(false);
          onToast({
            message: text('correct_saved'),
            undo: () =>
              void send('corrections.remove', { id: correction.id }).then(
                () => onToast({ message: text('correct_undone') }),
                (problem: unknown) => onToast({ message: errorText(problem) }),
              ),
          });
        }}
      />
    );
  }
  const shared = { view, account, action, onSearch: () => setCorrecting(true), onReview };
  return (
    <div class="stack">
      {account.state !== 'signed-in' && view.status.kind !== 'signed-out' && <SignIn account={account} />}
      {view.item !== undefined && view.playback !== undefined ? (
        <TicketCard {...shared} />
      ) : (
        <Plain {...shared} host={snapshot.host} />
      )}
      <Problem message={action.error} />
      <Actions view={view} action={action} onToast={onToast} />
      <OtherTabs views={snapshot.others} />
      <Ladder
        status={view.status}
        {...(view.confidence === undefined ? {} : { confidence: view.confidence })}
        open={view.item === undefined}
      />
    </div>
  );
}

function SignIn({ account }: { readonly account: AccountView }): JSX.Element {
  return (
    <div class="note row">
      <p class="grow">{text('now_signed_out')}</p>
      <button type="button" class="button small" onClick={() => openOptions('/account')}>
        {text(account.state === 'pending' ? 'repair_see_code' : 'repair_sign_in')}
      </button>
    </div>
  );
}

/** The view of the tab: stored, then live, then whatever the worker stores while the popup is open. */
function useView({ tabId, view: stored }: Snapshot): {
  view: TabView | undefined;
  error: string | undefined;
  ask: () => void;
} {
  const [view, setView] = useState(stored);
  const [error, setError] = useState<string>();
  const ask = () => {
    if (tabId === undefined) return;
    setError(undefined);
    send('tab.view', { tabId }).then(setView, (problem: unknown) => setError(errorText(problem)));
  };
  useEffect(() => {
    if (tabId === undefined) return undefined;
    const ending = new AbortController();
    viewStore(tabId).watch((next) => setView((last) => next ?? last), ending.signal);
    ask();
    return () => ending.abort();
  }, [tabId]);
  return { view, error, ask };
}
