import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { Icon, Ticket } from '../../ui/components/icon';
import { Problem } from '../../ui/components/problem';
import { useStored } from '../../ui/hooks/use-stored';
import { BaseUrlForm } from '../account/base-url-form';
import { SignIn } from '../account/sign-in';
import { SiteGrid } from '../sites/site-grid';
import { useSites } from '../sites/use-sites';
import { ThemeChoice } from '../settings/theme-choice';
import { stepOf, steps, welcomeStore, type Step } from './welcome-progress';

/** Three tickets on one page; the open one is where the person is, the others can be opened at any time. */
export function Welcome(): JSX.Element {
  const stored = useStored(welcomeStore);
  const [asked, setAsked] = useState(() => stepOf(location.hash));
  const step = asked ?? stored;
  const go = (next: Step) => {
    setAsked(next);
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
          <Stub step="tracker" open={step} onOpen={go}>
            <TrackerStep onNext={() => go('sites')} />
          </Stub>
          <Stub step="sites" open={step} onOpen={go}>
            <SitesStep onNext={() => go('done')} />
          </Stub>
          <Stub step="done" open={step} onOpen={go}>
            <DoneStep />
          </Stub>
        </ol>
      )}
      <ThemeChoice />
    </main>
  );
}

function Stub({
  step,
  open,
  onOpen,
  children,
}: {
  readonly step: Step;
  readonly open: Step;
  readonly onOpen: (step: Step) => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  const number = steps.indexOf(step) + 1;
  const here = step === open;
  const past = steps.indexOf(open) > number - 1;
  const heading = useRef<HTMLButtonElement>(null);
  const was = useRef(here);
  useEffect(() => {
    // The step that opens takes the focus, but not when the page opens.
    if (here && !was.current) heading.current?.focus();
    was.current = here;
  }, [here]);
  return (
    <li class={here ? 'step open' : 'step'} aria-current={here ? 'step' : undefined}>
      <h2>
        <button
          type="button"
          ref={heading}
          aria-expanded={here}
          aria-controls={`step-${step}`}
          onClick={() => onOpen(step)}
        >
          <span class="number" aria-hidden="true">
            {past ? <Icon name="tick" /> : number}
          </span>
          <span>{text(`welcome_${step}`)}</span>
        </button>
      </h2>
      <div id={`step-${step}`} class="stack step-body" hidden={!here}>
        {here && children}
      </div>
    </li>
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
      {sites === undefined && error === undefined && (
        <p class="muted" role="status">
          {text('common_loading')}
        </p>
      )}
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
