import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { HistoryChange } from '../../core/outbox/history-change';
import type { AccountView } from '../../core/settings/account-view';
import { type TabView, ladderOf } from '../../core/status/status';
import { text, statusSentence } from '../../platform/browser/i18n';
import { changesStore, viewStore } from '../../platform/storage/stores';
import { Empty, Problem } from '../../ui/components/problem';
import { lazy } from '../../ui/components/lazy';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { openOptions, type PopupSnapshot } from '../environment/snapshot';
import { Actions } from './actions';
import { type NowProps, StatusLine } from './status-line';
import { TicketCard } from './ticket-card';
import { viewingOf } from '../../ui/history/viewing-of';
import { Icon, Ticket } from '../../ui/components/icon';
import { send } from '../../platform/messaging/send';
import { errorText } from '../../ui/text/error-text';
import { textKey } from '../../core/text/text-key';
import { agreementText } from '../../ui/text/evidence-text';
import { repairOf } from './repair';

const StatusMore = lazy(async () => (await import('./status-more')).StatusMore);
const Idle = lazy(async () => (await import('./idle')).Idle);
const OtherTabs = lazy(async () => (await import('./other-tabs')).OtherTabs);
const TabCorrection = lazy(async () => (await import('./tab-correction')).TabCorrection);

type NowViewProps = Readonly<{
  snapshot: PopupSnapshot;
  account: AccountView;
  onReview: () => void;
  onToast: (toast: ToastContent) => void;
}>;

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
        view={view}
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
}: NowViewProps & Omit<NowProps, 'noPlayer' | 'audible'>): JSX.Element {
  const change = useStored(changesStore)?.find(({ id }) => id === view.sessionId);
  const { noPlayer, audible } = snapshot;
  const shared = { view: asCorrected(view, change), account, action, noPlayer, audible, onSearch, onReview };
  const viewing = viewingOf(view);
  const plays = view.item !== undefined && view.playback !== undefined;
  return (
    <div class="stack">
      {account.state !== 'signed-in' && view.status.kind !== 'signed-out' && <SignIn account={account} />}
      {plays ? (
        <TicketCard {...shared} onToast={onToast}>
          <StatusMore {...shared} viewing={viewing} change={change} onToast={onToast} />
        </TicketCard>
      ) : (
        <>
          <Plain {...shared} host={snapshot.host} />
          <Idle account={account} onToast={onToast} />
        </>
      )}
      <Problem message={action.error} />
      <Actions
        view={view}
        action={action}
        unseen={noPlayer === 'unseen'}
        audible={audible}
        onToast={onToast}
      />
      {snapshot.others.length > 0 && <OtherTabs views={snapshot.others} />}
      {!isReady(view, noPlayer) && <Ladder view={view} />}
    </div>
  );
}

/** The view with the media that the person chose for a recorded viewing, without the old match's evidence. */
function asCorrected(view: TabView, change: HistoryChange | undefined): TabView {
  const chosen = change?.viewings.find(({ wanted }) => wanted);
  if (chosen === undefined || chosen === change?.viewings[0] || viewingOf(view) === undefined) return view;
  const { confidence: _confidence, evidence: _evidence, ...shown } = view;
  return { ...shown, media: chosen.media };
}

/** Nothing plays, and nothing is wrong. */
function isReady({ status, siteName }: TabView, noPlayer: NowProps['noPlayer']): boolean {
  return status.kind === 'no-player' && siteName !== undefined && noPlayer === undefined;
}

function SignIn({ account }: Readonly<{ account: AccountView }>): JSX.Element {
  return (
    <div class="note row">
      <p class="grow">{text('now_signed_out')}</p>
      <button type="button" class="button small" onClick={() => openOptions('/account')}>
        {text(account.state === 'pending' ? 'repair_see_code' : 'repair_sign_in')}
      </button>
    </div>
  );
}

/** A tab in which nothing plays: its site and its status; a line where nothing is wrong. */
function Plain({ host, ...props }: NowProps & Readonly<{ host: string | undefined }>): JSX.Element {
  const site = props.view.siteName ?? props.view.host ?? host;
  if (repairOf(props.view, props.account, props) === undefined)
    return (
      <article class="plain calm">
        {site !== undefined && <h2 class="hidden">{site}</h2>}
        <StatusLine {...props} />
      </article>
    );
  return (
    <article class="plain">
      <Ticket empty size={32} />
      {site !== undefined && (
        <h2 class="clamp one">
          <bdi>{site}</bdi>
        </h2>
      )}
      <StatusLine {...props} />
    </article>
  );
}

/**
 * The view of a tab: as stored, then as the page answers, then whatever the worker stores while the popup is
 * open.
 */
function useTabView({ tabId, view: stored }: PopupSnapshot): Readonly<{
  view: TabView | undefined;
  error: string | undefined;
  ask: () => void;
}> {
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

/**
 * "Why isn't this being recorded?": the conditions for recording up to the first that fails, with the
 * sentence of the status. Of what is recorded, what has settled the match.
 */
function Ladder({
  view: { status, media, evidence = [] },
}: Readonly<{
  view: Pick<TabView, 'status' | 'media' | 'evidence'>;
}>): JSX.Element {
  const recorded = status.kind === 'scrobbling' || status.kind === 'watched';
  const agreement = media === undefined ? '' : agreementText(evidence, media);
  return (
    <details class="ladder">
      <summary>{text(recorded ? 'ladder_how' : 'ladder_why')}</summary>
      <ol>
        {ladderOf(status)
          .filter(({ state }) => state !== 'ahead')
          .map(({ rung, state }) => (
            <li key={rung} class={state}>
              <Icon name={state === 'done' ? 'tick' : state} size={16} />
              <span class="hidden">{text(`ladder_${state}`)}: </span>
              <span>
                {text(textKey(state === 'here' ? 'rung_not' : 'rung', rung))}
                {rung === 'match' && state === 'done' && agreement !== '' && (
                  <span class="reason">{agreement}</span>
                )}
                {state === 'here' && <span class="reason">{statusSentence(status)}</span>}
              </span>
            </li>
          ))}
      </ol>
    </details>
  );
}
