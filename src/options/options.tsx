import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LIBRARY_URL } from '../core/settings/base-url';
import { text } from '../platform/browser/i18n';
import { accountStore } from '../platform/storage/stores';
import { Ticket } from '../ui/components/icon';
import { Toast, type ToastContent } from '../ui/components/toast';
import { WebLink } from '../ui/components/web-link';
import { useStored } from '../ui/hooks/use-stored';
import { AboutSection } from './about/about-section';
import { AccountSection } from './account/account-section';
import { ActivitySection } from './activity/activity-section';
import { AdvancedSection } from './advanced/advanced-section';
import { ConnectorsSection } from './connectors/connectors-section';
import { CorrectionsSection } from './corrections/corrections-section';
import { DataSection } from './data/data-section';
import { places, useRoute, type OptionsPlace } from './routes';
import { ScrobblingSection } from './settings/scrobbling-section';
import { ThemeChoice } from './settings/setting-rows';
import { SitesSection } from './sites/sites-section';
import { lazy } from '../ui/components/lazy';

/** The options page: navigation on the side, the section of the address as content. */
export function Options(): JSX.Element {
  const { place, rest } = useRoute();
  const [toast, setToast] = useState<ToastContent>();
  const heading = useHeadingFocus(place);
  // Definitions of the person's own are checked here once more. The checker is large, so it is loaded lazily
  // and no view waits for it.
  useEffect(() => void import('./workbench/check-own-connectors').then((it) => it.checkOwnConnectors()), []);
  const Section = SECTIONS[place];
  return (
    <div class="page">
      <Side place={place} onSkip={() => heading.current?.focus()} />
      <main class="stack sheet">
        <h1 ref={heading} tabIndex={-1}>
          {text(`options_${place}`)}
        </h1>
        <Section route={rest} onToast={setToast} />
      </main>
      <Toast content={toast} onClose={() => setToast(undefined)} />
    </div>
  );
}

type SectionProps = Readonly<{
  route: string;
  onToast: (toast: ToastContent) => void;
}>;

/** The history is loaded lazily, so that no other section waits for its script. */
const HistorySection = lazy<SectionProps>(async () => (await import('./history/history-view')).HistoryView);

const SECTIONS: Readonly<Record<OptionsPlace, FunctionComponent<SectionProps>>> = {
  account: AccountSection,
  history: HistorySection,
  sites: SitesSection,
  scrobbling: ScrobblingSection,
  corrections: CorrectionsSection,
  activity: ActivitySection,
  connectors: ConnectorsSection,
  data: DataSection,
  advanced: AdvancedSection,
  about: AboutSection,
};

function Side({ place, onSkip }: Readonly<{ place: OptionsPlace; onSkip: () => void }>): JSX.Element {
  const skip = (event: Event) => {
    event.preventDefault();
    onSkip();
  };
  return (
    <header class="side">
      <a class="skip" href={`#/${place}`} onClick={skip}>
        {text('options_skip')}
      </a>
      <p class="brand">
        <Ticket size={30} />
        <span>{text('extensionName')}</span>
      </p>
      <PlaceSelect place={place} />
      <nav aria-label={text('options_title')}>
        <ul>
          {places.map((one) => (
            <li key={one}>
              <a href={`#/${one}`} aria-current={one === place ? 'page' : undefined}>
                {text(`options_${one}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <AccountLine place={place} />
      <ThemeChoice />
    </header>
  );
}

/** The navigation of a narrow page, where a row of links would not fit. */
function PlaceSelect({ place }: Readonly<{ place: OptionsPlace }>): JSX.Element {
  return (
    <select
      class="places-select"
      aria-label={text('options_title')}
      value={place}
      onChange={(event) => {
        location.hash = `#/${event.currentTarget.value}`;
      }}
    >
      {places.map((one) => (
        <option key={one} value={one}>
          {text(`options_${one}`)}
        </option>
      ))}
    </select>
  );
}

/** Shows at which tracker the person is signed in, with a link to it. */
function AccountLine({ place }: Readonly<{ place: OptionsPlace }>): JSX.Element | null {
  const account = useStored(accountStore);
  if (account === undefined) return null;
  // The account section has a button of the same name.
  if (account.state !== 'signed-in')
    return place === 'account' ? null : (
      <p class="small account-line">
        <a href="#/account">{text('repair_sign_in')}</a>
      </p>
    );
  if (account.baseUrl === LIBRARY_URL)
    return (
      <p class="small account-line">
        <a href="#/history">{text('history_here')}</a>
      </p>
    );
  const { host, origin } = new URL(account.baseUrl);
  return (
    <p class="small account-line">
      <span class="muted">{text('account_signed_in')}:</span>{' '}
      <WebLink url={origin}>
        <bdi>{host}</bdi>
      </WebLink>
    </p>
  );
}

/** Focuses the heading of a new section, as a new page would, but not on the first load. */
function useHeadingFocus(place: OptionsPlace) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(place);
  useLayoutEffect(() => {
    document.title = `${text(`options_${place}`)} – ${text('extensionName')}`;
    if (last.current === place) return;
    last.current = place;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [place]);
  return heading;
}
