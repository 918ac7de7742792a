import { useEffect, useRef } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { showOwnTab } from '../../platform/browser/page-only';

/** Comes back from the page of the tracker as soon as the code is approved, and calls `onSignedIn`. */
export function useReturn(account: AccountView | undefined, onSignedIn: () => void = () => {}): void {
  const last = useRef<AccountView['state'] | undefined>(undefined);
  useEffect(() => {
    const isApproved = last.current === 'pending' && account?.state === 'signed-in';
    last.current = account?.state;
    if (!isApproved) return;
    onSignedIn();
    if (document.visibilityState === 'hidden') void showOwnTab();
  }, [account?.state]);
}
