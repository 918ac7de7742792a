import type { JSX } from 'preact';
import type { AccountView } from '../../core/settings/account-view';
import { LIBRARY_URL } from '../../core/settings/library-url';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { Loading } from '../../ui/components/loading';
import { BeforeSignIn } from '../account/before-sign-in';
import { SignIn } from '../account/sign-in';
import { PlaceChoice } from './place-choice';
import { usePlace } from './use-place';

/** The first step: where the history is kept, and the sign-in there. */
export function TrackerStep({
  account,
  settings,
  onNext,
}: {
  readonly account: AccountView;
  readonly settings: Settings;
  readonly onNext: () => void;
}): JSX.Element {
  const place = usePlace(settings);
  if (account.state === 'signed-in') return <Done isHere={account.baseUrl === LIBRARY_URL} onNext={onNext} />;
  const isHere = place.kind === 'browser';
  if (account.state === 'pending' && account.baseUrl === LIBRARY_URL) return <Loading />;
  return (
    // Enter in the field of the address presses the button of the sign-in.
    <form class="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      {account.state === 'signed-out' && (
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
          {text('welcome_without')}
        </button>
        <span class="small muted grow">{text('welcome_without_hint')}</span>
      </div>
    </form>
  );
}

function Done({ isHere, onNext }: { readonly isHere: boolean; readonly onNext: () => void }): JSX.Element {
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
