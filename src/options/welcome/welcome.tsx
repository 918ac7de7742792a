import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { Ticket } from '../../ui/components/icon';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import { useStored } from '../../ui/hooks/use-stored';
import type { WorkerAnswer } from '../../ui/hooks/use-answer';
import type { SiteView } from '../../core/settings/site-state';
import { useReturn } from '../account/use-return';
import { ThemeChoice } from '../settings/theme-choice';
import { isWatched } from '../sites/site-filter';
import { useSites } from '../sites/use-sites';
import { FirstTitle } from './first-title';
import { SiteChoice } from './site-choice';
import { TrackerStep } from './tracker-step';
import { useRecording } from './use-recording';
import { stepOf, welcomeStore, type Step } from './welcome-progress';
import { WelcomeStep } from './welcome-step';

/**
 * The page after the installation: three steps, of which one is open; the others can be opened at any time.
 * A step is ticked when what it is about is done.
 */
export function Welcome(): JSX.Element {
  const stored = useStored(welcomeStore);
  const account = useStored(accountStore);
  const [opened, setOpened] = useState(() => stepOf(location.hash));
  const step = opened ?? stored;
  const go = (next: Step) => {
    setOpened(next);
    void welcomeStore.set(next);
  };
  useReturn(account, () => step === 'tracker' && go('sites'));
  return (
    <main class="welcome stack">
      <header class="stack hero">
        <Ticket size={64} />
        <h1>{text('welcome_heading')}</h1>
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
}: {
  readonly step: Step;
  readonly account: AccountView;
  readonly onGo: (step: Step) => void;
}): JSX.Element {
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
}: {
  readonly sites: WorkerAnswer<readonly SiteView[]>;
  readonly onNext: () => void;
}): JSX.Element {
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
