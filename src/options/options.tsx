import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../platform/browser/i18n';
import { Ticket } from '../ui/components/icon';
import { Toast, type ToastContent } from '../ui/components/toast';
import { places, useRoute, type Place } from './routes';
import { AboutSection } from './about/about-section';
import { AccountSection } from './account/account-section';
import { ActivitySection } from './activity/activity-section';
import { AdvancedSection } from './advanced/advanced-section';
import { ConnectorsSection } from './connectors/connectors-section';
import { CorrectionsSection } from './corrections/corrections-section';
import { DataSection } from './data/data-section';
import { ScrobblingSection } from './settings/scrobbling-section';
import { SitesSection } from './sites/sites-section';
import { ThemeChoice } from './settings/theme-choice';

export function Options(): JSX.Element {
  const { place, rest } = useRoute();
  const [toast, setToast] = useState<ToastContent>();
  const heading = useHeadingFocus(place);
  return (
    <div class="page">
      <header class="side">
        <a
          class="skip"
          href={`#/${place}`}
          onClick={(event) => {
            event.preventDefault();
            heading.current?.focus();
          }}
        >
          {text('options_skip')}
        </a>
        <p class="brand">
          <Ticket size={30} />
          <span>{text('extensionName')}</span>
        </p>
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
        <ThemeChoice />
      </header>
      <main class="stack sheet">
        <h1 ref={heading} tabIndex={-1}>
          {text(`options_${place}`)}
        </h1>
        <Section place={place} rest={rest} onToast={setToast} />
      </main>
      <Toast content={toast} onClose={() => setToast(undefined)} />
    </div>
  );
}

function Section({
  place,
  rest,
  onToast,
}: {
  readonly place: Place;
  readonly rest: string;
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  switch (place) {
    case 'account':
      return <AccountSection />;
    case 'sites':
      return <SitesSection />;
    case 'scrobbling':
      return <ScrobblingSection />;
    case 'corrections':
      return <CorrectionsSection onToast={onToast} />;
    case 'activity':
      return <ActivitySection onToast={onToast} />;
    case 'connectors':
      return <ConnectorsSection route={rest} />;
    case 'data':
      return <DataSection onToast={onToast} />;
    case 'advanced':
      return <AdvancedSection onToast={onToast} />;
    case 'about':
      return <AboutSection />;
  }
}

/** A new place is a new page to a screen reader: its heading takes the focus, except on the first load. */
function useHeadingFocus(place: Place) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(place);
  useEffect(() => {
    // On a narrow page the places are a row that scrolls.
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    document.title = `${text(`options_${place}`)} – ${text('extensionName')}`;
    if (last.current === place) return;
    last.current = place;
    heading.current?.focus();
    scrollTo(0, 0);
  }, [place]);
  return heading;
}
