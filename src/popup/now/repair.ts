import type { AccountView } from '../../core/settings/account-view';
import type { TabView } from '../../core/status/tab-view';

/** The one thing that helps, by the status; its button is the text `repair_<kind>`. */
export type Repair =
  | { readonly kind: 'allow'; readonly origins: readonly string[] }
  | { readonly kind: 'switch-on'; readonly siteId: string }
  | { readonly kind: 'teach' | 'settings' | 'sign-in' | 'see-code'; readonly route: string }
  | { readonly kind: 'show-tab'; readonly otherTabId: number }
  | { readonly kind: 'resume' | 'scrobble-now' | 'me-again' | 'search' | 'review' | 'retry' };

export function repairOf(
  { status, tabId, canScrobbleNow, item, otherTabId }: TabView,
  account: AccountView,
): Repair | undefined {
  const teach: Repair = { kind: 'teach', route: `/connectors/new?tab=${tabId}` };
  switch (status.kind) {
    case 'no-access':
      return { kind: 'allow', origins: status.origins };
    case 'site-off':
      return { kind: 'switch-on', siteId: status.siteId };
    case 'paused':
      return { kind: 'resume' };
    case 'unsupported':
    case 'no-player':
    case 'unreadable':
      return teach;
    case 'skipped':
      return status.reason === 'other-tab' && otherTabId !== undefined
        ? { kind: 'show-tab', otherTabId }
        : ofSkipped(status.reason, canScrobbleNow);
    case 'unmatched':
      return item === undefined ? teach : { kind: 'search' };
    case 'needs-review':
      return { kind: 'review' };
    case 'signed-out':
      return { kind: account.state === 'pending' ? 'see-code' : 'sign-in', route: '/account' };
    case 'queued':
      return status.reason === 'starting' ? undefined : { kind: 'retry' };
    case 'rejected':
      return { kind: 'retry' };
    case 'scrobbling':
    case 'watched':
      return undefined;
  }
}

type Reason = Extract<TabView['status'], { kind: 'skipped' }>['reason'];

function ofSkipped(reason: Reason, canScrobbleNow: boolean): Repair | undefined {
  switch (reason) {
    case 'not-me':
      return { kind: 'me-again' };
    case 'type-off':
    case 'private-window':
      return { kind: 'settings', route: '/scrobbling' };
    case 'too-short':
      return canScrobbleNow ? { kind: 'scrobble-now' } : { kind: 'settings', route: '/scrobbling' };
    case 'ad':
    case 'trailer':
    case 'live':
    case 'other-tab':
    case 'insufficient-evidence':
    case 'settling':
      return canScrobbleNow ? { kind: 'scrobble-now' } : undefined;
  }
}
