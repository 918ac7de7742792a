import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../platform/browser/i18n';
import { accountStore, countsStore } from '../platform/storage/stores';
import { Icon, Ticket } from '../ui/components/icon';
import { lazy } from '../ui/components/lazy';
import { Tabs } from '../ui/components/tabs';
import { Toast, type ToastContent } from '../ui/components/toast';
import { useStored } from '../ui/hooks/use-stored';
import { NowView } from './now/now-view';
import { openOptions } from './environment/open-options';
import type { Snapshot } from './environment/snapshot';

type Place = 'now' | 'later' | 'home';

const HomeView = lazy(async () => (await import('./home/home-view')).HomeView);
const LaterView = lazy(async () => (await import('./later/later-view')).LaterView);

export function Popup({ snapshot }: { readonly snapshot: Snapshot }): JSX.Element {
  const [place, setPlace] = useState<Place>('now');
  const [toast, setToast] = useState<ToastContent>();
  const account = useStored(accountStore, snapshot.account) ?? snapshot.account;
  const counts = useStored(countsStore, snapshot.counts) ?? snapshot.counts;
  const waiting = counts.waiting + counts.review + counts.parked;
  return (
    <>
      <header class="bar">
        <Ticket />
        <h1 class="hidden">{text('extensionName')}</h1>
        <Tabs
          label={text('extensionName')}
          chosen={place}
          onChoose={setPlace}
          tabs={[
            { id: 'now', label: text('tab_now') },
            {
              id: 'later',
              label: (
                <>
                  {text('tab_later')}
                  {waiting > 0 && (
                    <span class={counts.review + counts.parked > 0 ? 'count urgent' : 'count'}>
                      {waiting}
                    </span>
                  )}
                </>
              ),
            },
            { id: 'home', label: text('tab_home') },
          ]}
        />
        <button
          type="button"
          class="icon-button"
          aria-label={text('popup_options')}
          title={text('popup_options')}
          onClick={() => openOptions('/account')}
        >
          <Icon name="gear" />
        </button>
      </header>
      <main>
        <div id="tabpanel" role="tabpanel" aria-labelledby={`tab-${place}`} tabIndex={-1}>
          {place === 'now' && (
            <NowView
              snapshot={snapshot}
              account={account}
              onReview={() => setPlace('later')}
              onToast={setToast}
            />
          )}
          {place === 'later' && <LaterView counts={counts} account={account} onToast={setToast} />}
          {place === 'home' && <HomeView account={account} />}
        </div>
      </main>
      <Toast content={toast} onClose={() => setToast(undefined)} />
    </>
  );
}
