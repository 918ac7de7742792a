import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { LIBRARY_URL } from '../../core/settings/base-url';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { isPinned } from '../../platform/browser/page-only';
import { Icon } from '../../ui/components/icon';
import { WebLink } from '../../ui/components/web-link';
import { joinParts } from '../../ui/text/naming';
import type { StepName } from './welcome-step';

/** Maximum number of links to sites. */
const MAX_LINKS = 4;

type FirstTitleProps = Readonly<{
  account: AccountView;
  /** The sites that are turned on. */
  sites: SiteView[];
  /** Name of a title with an update that the tracker has accepted. */
  recording: string | undefined;
  onGo: (step: StepName) => void;
}>;

/** The last step: shows what is done and what is missing before the first title is recorded. */
export function FirstTitle({ account, sites, recording, onGo }: FirstTitleProps): JSX.Element {
  const pinned = usePinned();
  const isSignedIn = account.state === 'signed-in';
  return (
    <>
      <ul class="checks stack" aria-live="polite">
        <Check done={isSignedIn}>
          <span class="grow">{text(accountKey(account))}</span>
          {!isSignedIn && <StepButton step="tracker" label="repair_sign_in" onGo={onGo} />}
        </Check>
        <Check done={sites.length > 0}>
          <span class="grow">
            {sites.length > 0
              ? text('welcome_sites_on', new Intl.ListFormat(text('language_tag')).format(namesOf(sites)))
              : text('welcome_no_sites')}
          </span>
          {sites.length === 0 && <StepButton step="sites" label="welcome_choose" onGo={onGo} />}
        </Check>
        <Check done={pinned === true}>
          <span class="grow">{text(pinned === true ? 'welcome_pinned' : 'welcome_pin')}</span>
        </Check>
        <Check done={recording !== undefined}>
          <span class="grow">
            {recording === undefined ? text('welcome_play') : text('welcome_recording', recording)}
          </span>
          {recording === undefined && <SiteLinks sites={sites} />}
        </Check>
      </ul>
      <p class="muted">{text('welcome_done_text')}</p>
      <p class="muted">{text('welcome_unsure')}</p>
      <div class="row">
        <a class="button" href="index.html#/sites">
          {text('repair_settings')}
        </a>
      </div>
    </>
  );
}

function accountKey(account: AccountView): string {
  if (account.state !== 'signed-in') return 'status_signed_out';
  return account.baseUrl === LIBRARY_URL ? 'history_here' : 'account_signed_in';
}

function Check({
  done,
  children,
}: Readonly<{
  done: boolean;
  children: ComponentChildren;
}>): JSX.Element {
  return (
    <li class={done ? 'row done' : 'row'}>
      <span class="check">{done && <Icon name="tick" size={16} />}</span>
      <span class="hidden">{text(done ? 'ladder_done' : 'ladder_ahead')}: </span>
      {children}
    </li>
  );
}

function StepButton({
  step,
  label,
  onGo,
}: Readonly<{
  step: StepName;
  label: string;
  onGo: (step: StepName) => void;
}>): JSX.Element {
  return (
    <button type="button" class="button small" onClick={() => onGo(step)}>
      {text(label)}
    </button>
  );
}

function SiteLinks({ sites }: Readonly<{ sites: SiteView[] }>): JSX.Element {
  return (
    <span class="row links">
      {sites.slice(0, MAX_LINKS).map(({ id, name, homepage }) => (
        <WebLink key={id} url={homepage}>
          <bdi>{name}</bdi>
        </WebLink>
      ))}
    </span>
  );
}

/**
 * The names, each with its own text direction. In a right-to-left text, the sign of “Disney+” stays at its
 * end.
 */
function namesOf(sites: SiteView[]): string[] {
  return sites.map(({ name }) => joinParts(name));
}

/** Milliseconds between two polls of the toolbar, because not every browser has an event for it. */
const INTERVAL = 1000;

/** Whether the icon is pinned to the toolbar; `undefined` if the browser does not tell. */
function usePinned(): boolean | undefined {
  const [pinned, setPinned] = useState<boolean>();
  useEffect(() => {
    const look = () => void isPinned().then(setPinned);
    look();
    const timer = setInterval(look, INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return pinned;
}
