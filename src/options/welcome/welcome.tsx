import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { Ticket } from '../../ui/components/icon';
import { Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { useStored } from '../../ui/hooks/use-stored';
import type { WorkerAnswer } from '../../ui/hooks/use-answer';
import type { SiteView } from '../../core/settings/site-state';
import { send } from '../../platform/messaging/send';
import { displayName } from '../../ui/text/naming';
import { LIBRARY_URL } from '../../core/settings/base-url';
import type { Settings } from '../../core/settings/settings';
import { useReturn } from '../account/device-code';
import { ThemeChoice } from '../settings/setting-rows';
import { BeforeSignIn, SignIn } from '../account/sign-in';
import { FirstTitle } from './first-title';
import { SiteChoice } from './site-choice';
import { PlaceChoice } from './place-choice';
import { usePlace } from './use-place';
import { isWatched, useSites } from '../sites/site-facts';
import { stepOf, welcomeStore, WelcomeStep, type StepName } from './welcome-step';

/** Milliseconds between two polls. */
const INTERVAL = 2000;

/** Number of newest updates that are searched for one that the tracker has accepted. */
const LIMIT = 20;

/**
 * The page that opens after the installation. One of its three steps is open; the person can open the others
 * at any time. A step is ticked when its task is done.
 */
export function Welcome(): JSX.Element {
  const stored = useStored(welcomeStore);
  const account = useStored(accountStore);
  const [opened, setOpened] = useState(() => stepOf(location.hash));
  const step = opened ?? stored;
  const go = (next: StepName) => {
    setOpened(next);
    void welcomeStore.set(next);
  };
  useReturn(account, () => step === 'tracker' && go('sites'));
  return (
    <main class="welcome stack">
      <header class="stack hero">
        <Ticket size={64} />
        <h1>{text('welcome_title')}</h1>
        <p class="lead">{text('welcome_lead')}</p>
      </header>
      {step !== undefined && account !== undefined && <Steps step={step} account={account} onGo={go} />}
      <ThemeChoice />
    </main>
  );
}

function Steps({
  step,
  account,
  onGo,
}: Readonly<{
  step: StepName;
  account: AccountView;
  onGo: (step: StepName) => void;
}>): JSX.Element {
  const sites = useSites();
  const settings = useStored(settingsStore);
  const recording = useRecording(step === 'done');
  const on = sites.value?.filter(isWatched) ?? [];
  const steps = { open: step, onOpen: onGo };
  return (
    <ol class="stack steps">
      <WelcomeStep step="tracker" {...steps} done={account.state === 'signed-in'}>
        {settings !== undefined && (
          <TrackerStep account={account} settings={settings} onNext={() => onGo('sites')} />
        )}
      </WelcomeStep>
      <WelcomeStep step="sites" {...steps} done={on.length > 0}>
        <SitesStep sites={sites} onNext={() => onGo('done')} />
      </WelcomeStep>
      <WelcomeStep step="done" {...steps} done={recording !== undefined}>
        <FirstTitle account={account} sites={on} recording={recording} onGo={onGo} />
      </WelcomeStep>
    </ol>
  );
}

function SitesStep({
  sites: { value, error, again },
  onNext,
}: Readonly<{
  sites: WorkerAnswer<SiteView[]>;
  onNext: () => void;
}>): JSX.Element {
  return (
    <>
      <p>{text('welcome_sites_hint')}</p>
      <Problem message={error} onRetry={again} />
      {value === undefined && error === undefined && <Loading />}
      {value !== undefined && <SiteChoice sites={value} onDone={onNext} />}
      <div>
        <button type="button" class="button" onClick={onNext}>
          {text(value?.some(isWatched) === true ? 'welcome_next' : 'welcome_skip')}
        </button>
      </div>
    </>
  );
}

/** The name of a title with an update that the tracker has accepted. Polled while the page is visible. */
function useRecording(isAsked: boolean): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (!isAsked || name !== undefined) return undefined;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const entries = await send('activity.list', { limit: LIMIT });
      const accepted = entries.find(({ answer }) => answer === 'accepted');
      if (accepted !== undefined) setName(displayName(accepted.item)?.title);
    };
    // If the worker cannot answer now, the next poll asks again.
    const askQuietly = () => void ask().catch(() => undefined);
    askQuietly();
    const timer = setInterval(askQuietly, INTERVAL);
    return () => clearInterval(timer);
  }, [isAsked, name]);
  return name;
}

/** The first step: where the history is kept, and the sign-in there. */
export function TrackerStep({
  account,
  settings,
  onNext,
}: Readonly<{
  account: AccountView;
  settings: Settings;
  onNext: () => void;
}>): JSX.Element {
  const isSignedOut = account.state === 'signed-out';
  const place = usePlace(settings, isSignedOut && settings.baseUrl !== LIBRARY_URL);
  if (account.state === 'signed-in') return <Done isHere={account.baseUrl === LIBRARY_URL} onNext={onNext} />;
  const isHere = place.kind === 'browser';
  if (account.state === 'pending' && account.baseUrl === LIBRARY_URL) return <Loading />;
  return (
    // The Enter key in the address field presses the sign-in button.
    <form class="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      {isSignedOut && (
        <>
          <PlaceChoice place={place} />
          {!isHere && <p class="small muted">{text('account_how')}</p>}
        </>
      )}
      <BeforeSignIn />
      {(!isHere || account.state === 'pending') && (
        <SignIn account={account} ready={place.ready} prepare={place.prepare} invitation={place.invitation} />
      )}
      <div class="row">
        <button type="button" class="button" onClick={onNext}>
          {text('welcome_skip')}
        </button>
        <span class="small muted grow">{text('welcome_without_hint')}</span>
      </div>
    </form>
  );
}

function Done({ isHere, onNext }: Readonly<{ isHere: boolean; onNext: () => void }>): JSX.Element {
  return (
    <>
      <p>{text(isHere ? 'history_here' : 'welcome_signed_in')}</p>
      <div>
        <button type="button" class="button main" onClick={onNext}>
          {text('welcome_next')}
        </button>
      </div>
    </>
  );
}
