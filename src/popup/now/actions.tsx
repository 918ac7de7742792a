import type { JSX } from 'preact';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import type { ToastContent } from '../../ui/components/toast';
import type { Action } from '../../ui/hooks/use-action';

const HOUR = 3_600_000;

/** What a person may want although nothing is wrong. */
export function Actions({
  view,
  action,
  onToast,
}: {
  readonly view: TabView;
  readonly action: Action;
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element | null {
  const { tabId, status, siteId } = view;
  const held = view.canScrobbleNow && status.kind !== 'skipped';
  const notMe =
    view.item !== undefined &&
    view.playback !== undefined &&
    !(status.kind === 'skipped' && status.reason === 'not-me');
  // Where nothing can be recorded anyway there is nothing to hold back.
  const reached = siteId !== undefined && status.kind !== 'site-off' && status.kind !== 'no-access';
  const run = (job: () => Promise<unknown>, message: string, undo: () => Promise<unknown>) => {
    if (action.busy) return;
    void action.run(job).then(
      (worked) =>
        worked &&
        onToast({
          message,
          undo: () =>
            void action.run(undo).then((undone) => undone && onToast({ message: text('common_undone') })),
        }),
    );
  };
  if (!held && !notMe && !reached) return null;
  return (
    <div class="row actions">
      {held && (
        <button
          type="button"
          class="plain-button"
          onClick={() => void action.run(() => send('tab.scrobble-now', { tabId }))}
        >
          {text('repair_scrobble_now')}
        </button>
      )}
      {notMe && (
        <button
          type="button"
          class="plain-button"
          title={text('now_not_me_hint')}
          onClick={() =>
            run(
              () => send('tab.not-me', { tabId }),
              text('now_not_me_done'),
              () => send('tab.not-me', { tabId, undo: true }),
            )
          }
        >
          {text('now_not_me')}
        </button>
      )}
      {reached && status.kind !== 'paused' && (
        <button
          type="button"
          class="plain-button"
          onClick={() =>
            run(
              () => send('settings.set', { pausedUntil: Date.now() + HOUR }),
              text('now_pause_done'),
              () => send('settings.set', { pausedUntil: 0 }),
            )
          }
        >
          {text('now_pause')}
        </button>
      )}
      {reached && (
        <button
          type="button"
          class="plain-button"
          onClick={() =>
            run(
              () => send('sites.set', { siteId, enabled: false }),
              text('now_site_off_done'),
              () => send('sites.set', { siteId, enabled: true }),
            )
          }
        >
          {text('now_site_off')}
        </button>
      )}
    </div>
  );
}
