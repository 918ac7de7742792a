import type { SkipReason } from '../../core/session/observation';
import type { AccountView } from '../../core/settings/account-view';
import type { Status, StatusKind, TabView } from '../../core/status/status';
import type { NoPlayer } from '../environment/snapshot';

/** The one action that repairs a status. */
export type StatusRepair =
  | Readonly<{ kind: 'allow'; origins: string[] }>
  | Readonly<{ kind: 'switch-on'; siteId: string }>
  | Readonly<{
      kind: 'teach' | 'fix' | 'add-page' | 'settings' | 'sign-in' | 'see-code';
      route: string;
    }>
  | Readonly<{ kind: 'show-tab'; otherTabId: number }>
  | Readonly<{ kind: 'resume' | 'scrobble-now' | 'me-again' | 'search' | 'review' | 'retry' | 'reload' }>;

/** `undefined` where nothing is wrong or only time helps. */
export function repairOf(
  view: TabView,
  account: AccountView,
  { noPlayer, audible = true }: Readonly<{ noPlayer?: NoPlayer | undefined; audible?: boolean }> = {},
): StatusRepair | undefined {
  // Where nothing plays there is nothing to point at.
  if (view.status.kind === 'unsupported' && !audible) return undefined;
  if (noPlayer !== undefined && view.status.kind === 'no-player')
    return noPlayer === 'unseen' ? { kind: 'reload' } : { ...teach(view), kind: 'add-page' };
  // The table has one entry per kind, each for the status of that kind: TypeScript cannot relate the two.
  const repair = REPAIRS[view.status.kind] as RepairRule<StatusKind>;
  return repair(view.status, view, account);
}

type StatusOf<Kind extends StatusKind> = Extract<Status, Readonly<{ kind: Kind }>>;
type RepairRule<Kind extends StatusKind> = (
  status: StatusOf<Kind>,
  view: TabView,
  account: AccountView,
) => StatusRepair | undefined;

const REPAIRS: { readonly [Kind in StatusKind]: RepairRule<Kind> } = {
  'no-access': ({ origins }) => ({ kind: 'allow', origins }),
  'site-off': ({ siteId }) => ({ kind: 'switch-on', siteId }),
  paused: () => ({ kind: 'resume' }),
  unsupported: (_status, view) => teach(view),
  'no-player': () => undefined,
  unreadable: (_status, view) => teach(view),
  skipped: ({ reason }, view) => SKIP_REPAIRS[reason](view),
  unmatched: (_status, view) => (view.item === undefined ? teach(view) : { kind: 'search' }),
  'needs-review': () => ({ kind: 'review' }),
  'signed-out': (_status, _view, { state }) => ({
    kind: state === 'pending' ? 'see-code' : 'sign-in',
    route: '/account',
  }),
  queued: ({ reason }) => (reason === 'starting' ? undefined : { kind: 'retry' }),
  rejected: () => ({ kind: 'retry' }),
  scrobbling: () => undefined,
  watched: () => undefined,
};

const SKIP_REPAIRS: Readonly<Record<SkipReason, (view: TabView) => StatusRepair | undefined>> = {
  'not-me': () => ({ kind: 'me-again' }),
  'type-off': settings,
  'private-window': settings,
  'too-short': (view) => scrobbleNow(view) ?? settings(),
  'other-tab': (view) =>
    view.otherTabId === undefined ? scrobbleNow(view) : { kind: 'show-tab', otherTabId: view.otherTabId },
  // Recording resumes by itself.
  ad: () => undefined,
  trailer: scrobbleNow,
  live: scrobbleNow,
  'insufficient-evidence': scrobbleNow,
  settling: () => undefined,
};

/** The same view of the settings teaches an unknown site and repairs a connector that no longer fits. */
function teach({ tabId, siteId }: TabView): Extract<StatusRepair, Readonly<{ route: string }>> {
  return { kind: siteId === undefined ? 'teach' : 'fix', route: `/connectors/new?tab=${tabId}` };
}

function settings(): StatusRepair {
  return { kind: 'settings', route: '/scrobbling' };
}

function scrobbleNow({ canScrobbleNow }: TabView): StatusRepair | undefined {
  return canScrobbleNow ? { kind: 'scrobble-now' } : undefined;
}
