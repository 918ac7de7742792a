import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Item } from '../../core/media/item';
import type { AccountView } from '../../core/settings/account-view';
import { defined } from '../../core/values/defined';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Empty } from '../../ui/components/empty';
import { lazy } from '../../ui/components/lazy';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { errorText } from '../../ui/text/error-text';
import { openOptions } from '../environment/open-options';
import type { Snapshot } from '../environment/snapshot';
import { Actions } from './actions';
import { Ladder } from './ladder';
import type { NowProps } from './now-props';
import { OtherTabs } from './other-tabs';
import { Plain } from './plain';
import { TicketCard } from './ticket-card';
import { useTabView } from './use-tab-view';

const CorrectionForm = lazy(async () => (await import('../../ui/correction/correction-form')).CorrectionForm);

interface NowViewProps {
  readonly snapshot: Snapshot;
  readonly account: AccountView;
  readonly onReview: () => void;
  readonly onToast: (toast: ToastContent) => void;
}

/** What happens in the active tab: first as it is stored, then as the page itself answers. */
export function NowView(props: NowViewProps): JSX.Element {
  const { view, error, ask } = useTabView(props.snapshot);
  const action = useAction();
  const [correcting, setCorrecting] = useState(false);
  if (props.snapshot.tabId === undefined) return <Empty title={text('now_no_tab')} />;
  if (view === undefined && error !== undefined) return <Problem message={error} onRetry={ask} />;
  if (view === undefined) return <Empty title={text('now_looking')} />;
  if (correcting && view.item !== undefined)
    return (
      <TabCorrection
        tabId={view.tabId}
        item={view.item}
        onClose={() => setCorrecting(false)}
        onToast={props.onToast}
      />
    );
  return <TabDetails {...props} view={view} action={action} onSearch={() => setCorrecting(true)} />;
}

function TabDetails({
  view,
  snapshot,
  account,
  action,
  onSearch,
  onReview,
  onToast,
}: NowViewProps & NowProps): JSX.Element {
  const shared = { view, account, action, onSearch, onReview };
  const plays = view.item !== undefined && view.playback !== undefined;
  return (
    <div class="stack">
      {account.state !== 'signed-in' && view.status.kind !== 'signed-out' && <SignIn account={account} />}
      {plays ? <TicketCard {...shared} /> : <Plain {...shared} host={snapshot.host} />}
      <Problem message={action.error} />
      <Actions view={view} action={action} onToast={onToast} />
      <OtherTabs views={snapshot.others} />
      <Ladder
        status={view.status}
        {...defined({ confidence: view.confidence })}
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

/** Corrects what the tab's item was matched to, with an undo. */
function TabCorrection({
  tabId,
  item,
  onClose,
  onToast,
}: {
  readonly tabId: number;
  readonly item: Partial<Item>;
  readonly onClose: () => void;
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const undo = (id: string) =>
    void send('corrections.remove', { id }).then(
      () => onToast({ message: text('correct_undone') }),
      (problem: unknown) => onToast({ message: errorText(problem) }),
    );
  return (
    <CorrectionForm
      item={item}
      onCancel={onClose}
      onSave={async (choice) => {
        const { id } = await send('corrections.set', { of: { tabId }, ...choice });
        onClose();
        onToast({ message: text('correct_saved'), undo: () => undo(id) });
      }}
    />
  );
}
