import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { Ticket } from '../../ui/components/icon';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import { useStored } from '../../ui/hooks/use-stored';
import { BaseUrlForm } from '../account/base-url-form';
import { SignIn } from '../account/sign-in';
import { SiteGrid } from '../sites/site-grid';
import { useSites } from '../sites/use-sites';
import { ThemeChoice } from '../settings/theme-choice';
import { stepOf, welcomeStore, type Step } from './welcome-progress';
import { WelcomeStep } from './welcome-step';

/**
 * The page after the installation: three steps, of which one is open; the others can be opened at any time.
 */
export function Welcome(): JSX.Element {
  const stored = useStored(welcomeStore);
  const [opened, setOpened] = useState(() => stepOf(location.hash));
  const step = opened ?? stored;
  const go = (next: Step) => {
    setOpened(next);
    void welcomeStore.set(next);
  };
  return (
    <main class="welcome stack">
      <header class="stack hero">
        <Ticket size={64} />
        <h1>{text('welcome_heading')}</h1>
        <p class="lead">{text('welcome_lead')}</p>
      </header>
      {step !== undefined && (
        <ol class="stack steps">
          <WelcomeStep step="tracker" open={step} onOpen={go}>
            <TrackerStep onNext={() => go('sites')} />
          </WelcomeStep>
          <WelcomeStep step="sites" open={step} onOpen={go}>
            <SitesStep onNext={() => go('done')} />
          </WelcomeStep>
          <WelcomeStep step="done" open={step} onOpen={go}>
            <DoneStep />
          </WelcomeStep>
        </ol>
      )}
      <ThemeChoice />
    </main>
  );
}

function TrackerStep({ onNext }: { readonly onNext: () => void }): JSX.Element {
  const account = useStored(accountStore);
  const settings = useStored(settingsStore);
  const signedIn = account?.state === 'signed-in';
  return (
    <>
      <p>{text(signedIn ? 'welcome_signed_in' : 'account_how')}</p>
      {account !== undefined && account.state !== 'signed-in' && <SignIn account={account} />}
      <details class="other-tracker">
        <summary>{text('welcome_other_tracker')}</summary>
        {settings !== undefined && <BaseUrlForm settings={settings} />}
      </details>
      <div class="row">
        <button type="button" class={signedIn ? 'button main' : 'button'} onClick={onNext}>
          {text(signedIn ? 'welcome_next' : 'welcome_without')}
        </button>
        {!signedIn && <span class="small muted grow">{text('welcome_without_hint')}</span>}
      </div>
    </>
  );
}

function SitesStep({ onNext }: { readonly onNext: () => void }): JSX.Element {
  const { value: sites, error, again } = useSites();
  return (
    <>
      <p>{text('welcome_sites_hint')}</p>
      <Problem message={error} onRetry={again} />
      {sites === undefined && error === undefined && <Loading />}
      {sites !== undefined && <SiteGrid sites={sites} onDone={onNext} />}
      <div>
        <button type="button" class="button" onClick={onNext}>
          {text('welcome_skip')}
        </button>
      </div>
    </>
  );
}

function DoneStep(): JSX.Element {
  return (
    <>
      <p>{text('welcome_done_text')}</p>
      <p class="row pin">
        <Ticket size={26} />
        <span class="grow">{text('welcome_pin')}</span>
      </p>
      <p>{text('welcome_unsure')}</p>
      <div class="row">
        <a class="button main" href="index.html#/sites">
          {text('welcome_open_options')}
        </a>
      </div>
    </>
  );
}
