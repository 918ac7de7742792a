import type { JSX } from 'preact';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { ToastContent } from '../../ui/components/toast';
import type { Action } from '../../ui/hooks/use-action';

/** Milliseconds for which "Pause" pauses. */
const PAUSE = 3_600_000;

/**
 * Something a person may want although nothing is wrong. With `done` it is confirmed in a toast with an undo.
 */
interface TabAction {
  readonly label: string;
  readonly hint?: string;
  readonly job: () => Promise<unknown>;
  readonly done?: { readonly message: string; readonly undo: () => Promise<unknown> };
}

/** The row of actions below the ticket; nothing where none applies. */
export function Actions({
  view,
  action,
  onToast,
}: {
  readonly view: TabView;
  readonly action: Action;
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element | null {
  const actions = actionsFor(view);
  if (actions.length === 0) return null;
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
      {actions.map((one) => (
        <button
          key={one.label}
          type="button"
          class="plain-button"
          title={one.hint}
          onClick={() => void run(one)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}

function actionsFor(view: TabView): readonly TabAction[] {
  return [scrobbleNow(view), notMe(view), pause(view), switchOff(view)].filter((one) => one !== undefined);
}

/** For a skipped item this is the repair of its status, which has a button of its own. */
function scrobbleNow({ tabId, status, canScrobbleNow }: TabView): TabAction | undefined {
  if (!canScrobbleNow || status.kind === 'skipped') return undefined;
  return { label: text('repair_scrobble_now'), job: () => send('tab.scrobble-now', { tabId }) };
}

function notMe({ tabId, status, item, playback }: TabView): TabAction | undefined {
  const already = status.kind === 'skipped' && status.reason === 'not-me';
  if (item === undefined || playback === undefined || already) return undefined;
  return {
    label: text('now_not_me'),
    hint: text('now_not_me_hint'),
    job: () => send('tab.not-me', { tabId }),
    done: { message: text('now_not_me_done'), undo: () => send('tab.not-me', { tabId, undo: true }) },
  };
}

function pause(view: TabView): TabAction | undefined {
  if (!canRecord(view) || view.status.kind === 'paused') return undefined;
  return {
    label: text('now_pause'),
    job: () => send('settings.set', { pausedUntil: Date.now() + PAUSE }),
    done: { message: text('now_pause_done'), undo: () => send('settings.set', { pausedUntil: 0 }) },
  };
}

function switchOff(view: TabView): TabAction | undefined {
  const { siteId } = view;
  if (siteId === undefined || !canRecord(view)) return undefined;
  return {
    label: text('now_site_off'),
    job: () => send('sites.set', { siteId, enabled: false }),
    done: {
      message: text('now_site_off_done'),
      undo: () => send('sites.set', { siteId, enabled: true }),
    },
  };
}

/** Whether the extension would record on this site, so that there is something to pause or switch off. */
function canRecord({ siteId, status }: TabView): boolean {
  return siteId !== undefined && status.kind !== 'site-off' && status.kind !== 'no-access';
}
