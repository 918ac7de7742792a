import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../platform/browser/i18n';
import {
  accountStore,
  countsStore,
  storageTroubleStore,
  type OutboxCounts,
} from '../platform/storage/stores';
import { Icon, Ticket } from '../ui/components/icon';
import { lazy } from '../ui/components/lazy';
import { Problem } from '../ui/components/problem';
import { Tabs, type Tab } from '../ui/components/tabs';
import { Toast, type ToastContent } from '../ui/components/toast';
import { useStored } from '../ui/hooks/use-stored';
import { codeText } from '../ui/text/error-text';
import { openOptions, type PopupSnapshot } from './environment/snapshot';
import { NowView } from './now/now-view';

type PopupView = 'now' | 'later' | 'home';

const HomeView = lazy(async () => (await import('./home/home-view')).HomeView);
const LaterView = lazy(async () => (await import('./later/later-view')).LaterView);

/** The popup: what plays now, the updates that wait, and the front page of the tracker. */
export function Popup({ snapshot }: Readonly<{ snapshot: PopupSnapshot }>): JSX.Element {
  const [view, setView] = useState<PopupView>('now');
  const [toast, setToast] = useState<ToastContent>();
  const account = useStored(accountStore, snapshot.account) ?? snapshot.account;
  const counts = useStored(countsStore, snapshot.counts) ?? snapshot.counts;
  const trouble = useStored(storageTroubleStore);
  useEffect(() => void import('../ui/keep-focus').then((it) => it.keepFocus(document.body)), []);
  return (
    <>
      <Bar view={view} counts={counts} onChoose={setView} />
      <main>
        <Problem message={trouble && codeText(trouble)} />
        <div id="tabpanel" role="tabpanel" aria-labelledby={`tab-${view}`} tabIndex={-1}>
          {view === 'now' && (
            <NowView
              snapshot={snapshot}
              account={account}
              onReview={() => setView('later')}
              onToast={setToast}
            />
          )}
          {view === 'later' && <LaterView counts={counts} onToast={setToast} />}
          {view === 'home' && <HomeView account={account} />}
        </div>
      </main>
      <Toast content={toast} onClose={() => setToast(undefined)} />
    </>
  );
}

function Bar({
  view,
  counts,
  onChoose,
}: Readonly<{
  view: PopupView;
  counts: OutboxCounts;
  onChoose: (view: PopupView) => void;
}>): JSX.Element {
  const tabs: Tab<PopupView>[] = [
    { id: 'now', label: text('tab_now') },
    { id: 'later', label: <LaterLabel counts={counts} /> },
    { id: 'home', label: text('tab_home') },
  ];
  return (
    <header class="bar">
      <Ticket />
      <h1 class="hidden">{text('extensionName')}</h1>
      <Tabs label={text('extensionName')} chosen={view} onChoose={onChoose} tabs={tabs} />
      <button
        type="button"
        class="icon-button"
        aria-label={text('common_settings')}
        title={text('common_settings')}
        onClick={() => openOptions('/account')}
      >
        <Icon name="gear" />
      </button>
    </header>
  );
}

/** A larger number would leave the tabs no room. */
const MOST_SHOWN = 999;

/**
 * The label of the tab "Later" with the number of waiting updates, marked where any of them needs an action.
 */
function LaterLabel({ counts }: Readonly<{ counts: OutboxCounts }>): JSX.Element {
  const { waiting, review, unmatched, parked, foreign } = counts;
  const urgent = review + unmatched + parked + foreign;
  const all = waiting + urgent;
  return (
    <>
      {text('tab_later')}
      {all > 0 && (
        <span class={urgent > 0 ? 'count urgent' : 'count'}>{all > MOST_SHOWN ? `${MOST_SHOWN}+` : all}</span>
      )}
    </>
  );
}
