import type { JSX } from 'preact';
import type { TabView, Status, StatusKind } from '../../core/status/status';
import { text, statusSentence } from '../../platform/browser/i18n';
import { listText, timeOnly, upcoming } from '../../ui/text/format';
import { statusTone } from '../../ui/text/status-tone';
import { fieldName } from '../../ui/text/error-text';
import { requestAccess } from '../../platform/browser/page-access';
import { reloadTab } from '../../platform/browser/page-only';
import { showTab } from '../../platform/browser/tabs';
import { send } from '../../platform/messaging/send';
import { textKey } from '../../core/text/text-key';
import { openOptions, type NoPlayer } from '../environment/snapshot';
import { repairOf, type StatusRepair } from './repair';
import type { AccountView } from '../../core/settings/account-view';
import type { Action } from '../../ui/hooks/use-action';

/** Hosts that the detail of `no-access` names at most. */
const MAX_HOSTS = 4;

/** The sentence of the status, its detail, and the button that repairs it. */
export function StatusLine({
  view,
  account,
  action,
  noPlayer,
  audible,
  onSearch,
  onReview,
}: NowProps): JSX.Element {
  const repair = repairOf(view, account, { noPlayer, audible });
  const detail = repair === undefined && view.status.kind === 'unsupported' ? undefined : statusDetail(view);
  return (
    <div class="status" role="status">
      <span class={`dot ${statusTone(view.status)}`} />
      <div class="stack tight grow">
        <p class="sentence">{sentenceOf(view, noPlayer)}</p>
        {detail && <p class="small muted">{detail}</p>}
      </div>
      {repair !== undefined && (
        <RepairButton
          repair={repair}
          tabId={view.tabId}
          action={action}
          onSearch={onSearch}
          onReview={onReview}
        />
      )}
    </div>
  );
}

/** As in the tooltip of the icon, with what only the popup has room for. */
function sentenceOf({ status, siteName, sent }: TabView, noPlayer: NowProps['noPlayer']): string {
  if (status.kind === 'no-player' && noPlayer === 'uncovered') return text('workbench_not_covered');
  if (status.kind === 'no-player' && siteName !== undefined)
    return noPlayer === 'unseen' ? text('now_unseen') : text('now_ready', siteName);
  if (status.kind === 'watched' && sent !== undefined) return text('now_added', timeOnly(sent.at));
  return statusSentence(status);
}

/** The second line below the sentence of a status; most statuses have none. */
function statusDetail({ status, siteName }: TabView): string | undefined {
  // “Ready on Netflix. Press play.” says all.
  if (status.kind === 'no-player' && siteName !== undefined) return undefined;
  // Each entry of the table is for the status of its own kind: TypeScript cannot relate the two.
  const detail = DETAILS[status.kind] as DetailRule<StatusKind> | undefined;
  return detail?.(status);
}

type DetailRule<Kind extends StatusKind> = (
  status: Extract<Status, Readonly<{ kind: Kind }>>,
) => string | undefined;

const DETAILS: { readonly [Kind in StatusKind]?: DetailRule<Kind> } = {
  queued: ({ retryAt }) =>
    retryAt === undefined ? undefined : text('now_next_try', upcoming(retryAt, Date.now())),
  unreadable: ({ missing }) =>
    missing.length === 0 ? text('hint_unreadable') : text('now_missing', listText(missing.map(fieldName))),
  'no-access': ({ origins }) =>
    text('now_asked_for', origins.map(hostOfPattern).slice(0, MAX_HOSTS).join(', ')),
  'no-player': () => text('hint_no_player'),
  unsupported: () => text('hint_unsupported'),
  'signed-out': () => text('hint_signed_out'),
};

/** `*.player.example` of the match pattern `https://*.player.example/*`. */
function hostOfPattern(pattern: string): string {
  return pattern.replace(/^\*?[a-z]*:\/\/|\/\*?$/g, '');
}

interface RepairButtonProps extends Pick<NowProps, 'action' | 'onSearch' | 'onReview'> {
  readonly repair: StatusRepair;
  readonly tabId: number;
}

/** The button of a repair. The search and the review are views of the popup and belong to the caller. */
function RepairButton(props: RepairButtonProps): JSX.Element {
  const { repair, action } = props;
  return (
    <button
      type="button"
      class="button main"
      aria-disabled={action.busy}
      onClick={() => {
        if (!action.busy) carryOut(repair, props);
      }}
    >
      {text(repair.kind === 'fix' ? 'now_fix_site' : textKey('repair', repair.kind))}
    </button>
  );
}

function carryOut(repair: StatusRepair, { tabId, action, onSearch, onReview }: RepairButtonProps): void {
  if ('route' in repair) return openOptions(repair.route);
  if ('origins' in repair) {
    // Browsers accept a request for access only in the click itself, so it comes before anything is awaited.
    const request = requestAccess(repair.origins);
    return void action.run(async () => {
      if (await request) await send('sites.refresh', {});
    });
  }
  if ('siteId' in repair)
    return void action.run(() => send('sites.set', { siteId: repair.siteId, enabled: true }));
  if ('otherTabId' in repair) return void showTab(repair.otherTabId).then(() => window.close());
  const plain = {
    search: onSearch,
    review: onReview,
    resume: () => void action.run(() => send('settings.set', { pausedUntil: 0 })),
    'scrobble-now': () => void action.run(() => send('tab.scrobble-now', { tabId })),
    'me-again': () => void action.run(() => send('tab.not-me', { tabId, undo: true })),
    reload: () => void reloadTab(tabId).then(() => window.close()),
    retry: () => void action.run(() => send('outbox.retry', {})),
  };
  plain[repair.kind]();
}

/** Properties that all parts of the view "Now" share. */
export type NowProps = Readonly<{
  view: TabView;
  account: AccountView;
  action: Action;
  noPlayer: NoPlayer | undefined;
  /** The tab can be heard, so that something seems to play. */
  audible: boolean;
  /** Opens the search for the right title. */
  onSearch: () => void;
  /** Opens the view "Later". */
  onReview: () => void;
}>;
