import type { JSX } from 'preact';
import type { TabView } from '../../core/status/status';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { ToastContent } from '../../ui/components/toast';
import { openOptions } from '../environment/snapshot';
import type { Action } from '../../ui/hooks/use-action';

/**
 * Something a person may want although nothing is wrong. With `done` it is confirmed in a toast with an undo.
 */
type TabAction = Readonly<{
  label: string;
  hint?: string;
  job: () => Promise<unknown>;
  done?: Readonly<{ message: string; undo: () => Promise<unknown> }>;
}>;

/** The row of actions below the ticket; nothing where none applies. */
export function Actions({
  view,
  action,
  unseen,
  audible,
  onToast,
}: Readonly<{
  view: TabView;
  action: Action;
  unseen: boolean;
  audible: boolean;
  onToast: (toast: ToastContent) => void;
}>): JSX.Element | null {
  const actions = actionsFor(view, unseen, audible);
  const pauses = canPause(view) ? pausesFor(Date.now()) : [];
  if (actions.length + pauses.length === 0) return null;
  const run = async ({ job, done }: TabAction) => {
    if (done === undefined) return void action.run(job);
    if (action.busy || !(await action.run(job))) return;
    const undo = async () => {
      if (await action.run(done.undo)) onToast({ message: text('common_undone') });
    };
    onToast({ message: done.message, undo: () => void undo() });
  };
  return (
    <div class="row actions">
      {pauses.length > 0 && (
        <details class="menu">
          <summary class="plain-button">{text('now_pause_everywhere')}</summary>
          <div class="row">
            <ActionButtons actions={pauses} onRun={run} />
          </div>
        </details>
      )}
      <ActionButtons actions={actions} onRun={run} />
    </div>
  );
}

function ActionButtons({
  actions,
  onRun,
}: Readonly<{
  actions: TabAction[];
  onRun: (action: TabAction) => Promise<void>;
}>): JSX.Element {
  return (
    <>
      {actions.map((one) => (
        <button
          key={one.label}
          type="button"
          class="plain-button"
          title={one.hint}
          onClick={() => void onRun(one)}
        >
          {one.label}
        </button>
      ))}
    </>
  );
}

function actionsFor(view: TabView, unseen: boolean, audible: boolean): TabAction[] {
  return [
    scrobbleNow(view),
    notMe(view),
    teach(view, unseen),
    teachSilent(view, audible),
    switchOff(view),
  ].filter((one) => one !== undefined);
}

/**
 * Opens the workbench. Offered if a reload has not helped, or if the item comes from structured data because
 * the connector's sources found nothing.
 */
function teach({ tabId, status, degraded }: TabView, unseen: boolean): TabAction | undefined {
  const isUnseen = unseen && status.kind === 'no-player';
  // An unreadable page already has a button for the repair.
  if (!isUnseen && (degraded !== true || status.kind === 'unreadable')) return undefined;
  return { label: text('now_fix_site'), job: async () => openOptions(`/connectors/new?tab=${tabId}`) };
}

/** In an audible tab, this is the repair of the status. */
function teachSilent({ tabId, status }: TabView, audible: boolean): TabAction | undefined {
  if (audible || status.kind !== 'unsupported') return undefined;
  return { label: text('repair_teach'), job: async () => openOptions(`/connectors/new?tab=${tabId}`) };
}

/** For a skipped item this is the repair of its status, which has a button of its own. */
function scrobbleNow({ tabId, status, canScrobbleNow }: TabView): TabAction | undefined {
  if (!canScrobbleNow || status.kind === 'skipped') return undefined;
  return { label: text('repair_scrobble_now'), job: () => send('tab.scrobble-now', { tabId }) };
}

function notMe({ tabId, status, item, playback }: TabView): TabAction | undefined {
  const already = status.kind === 'skipped' && status.reason === 'not-me';
  // What is in the history already has “Remove”.
  if (item === undefined || playback === undefined || already || status.kind === 'watched') return undefined;
  return {
    label: text('now_not_me'),
    hint: text('now_not_me_hint'),
    job: () => send('tab.not-me', { tabId }),
    done: { message: text('now_not_me_done'), undo: () => send('tab.not-me', { tabId, undo: true }) },
  };
}

function canPause(view: TabView): boolean {
  return canRecord(view) && view.status.kind !== 'paused';
}

/** Milliseconds. */
const HOUR = 3_600_000;

/** How long recording can be paused on all sites. */
function pausesFor(now: number): TabAction[] {
  const ends = { hour: now + HOUR, today: new Date(now).setHours(24, 0, 0, 0), always: -1 };
  return Object.entries(ends).map(([name, pausedUntil]) => ({
    label: text(`now_pause_${name}`),
    job: () => send('settings.set', { pausedUntil }),
    done: {
      message: text(`now_paused_${name}`),
      undo: () => send('settings.set', { pausedUntil: 0 }),
    },
  }));
}

function switchOff(view: TabView): TabAction | undefined {
  const { siteId, siteName = '' } = view;
  if (siteId === undefined || !canRecord(view)) return undefined;
  return {
    label: text('now_turn_off', siteName),
    job: () => send('sites.set', { siteId, enabled: false }),
    done: {
      message: text('now_turned_off', siteName),
      undo: () => send('sites.set', { siteId, enabled: true }),
    },
  };
}

/** Whether the extension would record on this site, so that there is something to pause or switch off. */
function canRecord({ siteId, status }: TabView): boolean {
  return siteId !== undefined && status.kind !== 'site-off' && status.kind !== 'no-access';
}
